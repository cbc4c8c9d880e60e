plugins {
    id("com.android.library")
    id("org.jetbrains.kotlin.android")
    id("maven-publish")
}

group = "io.github.normlet"
version = providers.gradleProperty("normletVersion").get()

android {
    namespace = "io.github.normlet"
    compileSdk = 35

    defaultConfig {
        minSdk = 21
        consumerProguardFiles("consumer-rules.pro")
        aarMetadata {
            minCompileSdk = 21
        }
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_17
        targetCompatibility = JavaVersion.VERSION_17
    }
    kotlinOptions {
        jvmTarget = "17"
    }
    publishing {
        singleVariant("release") {
            withSourcesJar()
        }
    }
}

dependencies {
    api("io.github.normlet:normlet-binding:$version") // the library of Go, from the folder repository
    api("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.9.0")
}

publishing {
    publications {
        register<MavenPublication>("release") {
            artifactId = "normlet"
            afterEvaluate { from(components["release"]) }
            pom {
                name = "normlet"
                description = "Finds the entity that a noisy name means, on the device"
                url = "https://github.com/normlet/normlet"
                licenses {
                    license {
                        name = "Apache-2.0"
                        url = "https://www.apache.org/licenses/LICENSE-2.0.txt"
                    }
                }
                developers {
                    developer {
                        id = "normlet"
                        name = "The normlet authors"
                    }
                }
                scm {
                    url = "https://github.com/normlet/normlet"
                }
            }
        }
    }
    repositories {
        maven { url = uri(rootProject.layout.projectDirectory.dir("repository")) }
    }
}
