pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}
dependencyResolutionManagement {
    repositories {
        maven { url = uri("repository") } // tools/mobile/maven.sh
        google()
        mavenCentral()
    }
}
rootProject.name = "normlet-android"
include(":normlet", ":app")
