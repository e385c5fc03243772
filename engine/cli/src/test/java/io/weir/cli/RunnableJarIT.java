package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The runnable jar starts without JVM options and contains the licences of its libraries. */
final class RunnableJarIT {

  private static final Path JAR = Path.of(System.getProperty("weir.jar"));

  @Test
  void printsItsVersionWithoutJvmOptions() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    var weir = new ProcessBuilder(java, "-jar", JAR.toString(), "--version")
        .redirectErrorStream(true)
        .start();
    var output = new String(weir.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(weir.waitFor()).isZero();
    assertThat(output.lines()).singleElement().asString().startsWith("weir ");
  }

  @Test
  void opensThePackagesThatChronicleMapAccesses() throws IOException {
    try (var jar = new JarFile(JAR.toFile())) {
      var attributes = jar.getManifest().getMainAttributes();

      assertThat(attributes.getValue("Add-Opens")).contains("java.base/java.lang.reflect");
      assertThat(attributes.getValue("Add-Exports"))
          .contains("jdk.compiler/com.sun.tools.javac.file");
      assertThat(attributes.getValue("Multi-Release")).isEqualTo("true");
    }
  }

  @Test
  void containsLicencesAndNoUnusedLibrary() throws IOException {
    try (var jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      assertThat(jar.getEntry("META-INF/THIRD-PARTY.txt")).isNotNull();
      assertThat(jar.stream()).noneMatch(entry -> entry.getName().contains("quiche"));
    }
  }
}
