pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}
dependencyResolutionManagement {
    repositories {
        maven { url = uri("repository") } // go -C tools/mobile run . maven
        google()
        mavenCentral()
    }
}
rootProject.name = "normlet-android"
include(":normlet", ":app")
