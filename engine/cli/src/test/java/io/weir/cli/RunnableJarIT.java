package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar starts without JVM options and contains the licences of its libraries. */
final class RunnableJarIT {

  private static final Path JAR = Path.of(System.getProperty("weir.jar"));
  private static final Pattern SERVED = Pattern.compile("http://\\S+");

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
  void theStartScriptMakesAnArchiveOnceAndReadsClassesFromIt(@TempDir Path folder)
      throws Exception {
    assertThat(script(folder, "", "--prepare", "--requests", "20"))
        .contains("Rehearsed 20 entities in each of two dialects.", "Made " + folder);

    var loaded = folder.resolve("loaded");
    assertThat(script(folder, "-Xlog:class+load:file=" + loaded, "--version").lines())
        .as("no warnings beside the version")
        .singleElement()
        .asString()
        .startsWith("weir ");
    assertThat(Files.readAllLines(loaded))
        .filteredOn(line -> line.contains("io.weir.cli.") && line.contains("shared objects file"))
        .hasSizeGreaterThan(20);
  }

  @Test
  void theStartScriptWorksWithoutAnArchive(@TempDir Path folder) throws Exception {
    assertThat(script(folder, "", "--version")).startsWith("weir ");
  }

  private static String script(Path archives, String jvmOptions, String... arguments)
      throws Exception {
    var command = new ArrayList<>(List.of("src/main/packaging/weir"));
    command.addAll(List.of(arguments));
    var started = new ProcessBuilder(command).redirectErrorStream(true);
    started
        .environment()
        .putAll(Map.of(
            "JAVA_HOME", System.getProperty("java.home"),
            "WEIR_JAR", JAR.toString(),
            "WEIR_ARCHIVES", archives.toString(),
            "WEIR_JAVA_OPTIONS", BriefJvm.QUICK + " " + jvmOptions));
    var process = started.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
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

  /** Lucene finds its codecs by META-INF/services, which several of its jars have. */
  @Test
  void containsAllCodecsAndAnalyzersOfTheSearch() throws IOException {
    try (var jar = new JarFile(JAR.toFile())) {
      for (var service : List.of(
          "org.apache.lucene.codecs.Codec",
          "org.apache.lucene.codecs.PostingsFormat",
          "org.apache.lucene.codecs.DocValuesFormat",
          "org.apache.lucene.codecs.KnnVectorsFormat",
          "org.apache.lucene.analysis.TokenizerFactory")) {
        var entry = jar.getJarEntry("META-INF/services/" + service);
        assertThat(entry).as(service).isNotNull();
        var names = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(names.lines().filter(line -> line.startsWith("org.apache.lucene.")))
            .as(service)
            .isNotEmpty()
            .allSatisfy(name -> assertThat(jar.getEntry(name.replace('.', '/') + ".class"))
                .as(name)
                .isNotNull());
      }
    }
  }

  @Test
  void servesASearchAndOpensItsIndexAgain(@TempDir Path folder) throws Exception {
    var birds = new TableName("Birds");
    for (var start = 1; start <= 2; start++) {
      var server = weir("serve", "--data", folder.toString(), "--port", "0", "--queue-port", "off");
      try {
        var url = endpoint(server);
        try (var client = WeirClient.builder().endpoint(url).loops(1).connect()) {
          var owl = Entity.builder("Owls", "" + start).set("Note", "an owl").build();
          client
              .createTable(birds)
              .onErrorComplete(ConflictException.class)
              .then(client.write(birds, new Write.Insert(owl)))
              .block();
        }
        if (start == 1) {
          assertThat(output(weir("search", "create", "Birds", "Note:english", "--endpoint", url)))
              .startsWith("Birds: ready, 1 documents, ");
        }
        var found = "";
        for (var look = 0; look < 100 && found.lines().count() < start; look++) {
          found = output(weir("search", "query", "Birds", "owls", "--endpoint", url));
        }
        assertThat(found.lines().filter(line -> line.startsWith("{\"weir.score\":")))
            .hasSize(start);
        server.destroy();
        server.waitFor();
      } finally {
        server.destroyForcibly();
      }
    }
  }

  /** Both take a tenth of a second, and a query over a plain connection needs neither. */
  @Test
  void aShortCommandLoadsNeitherTheTrustStoreNorEventsOfTheFlightRecorder(@TempDir Path folder)
      throws Exception {
    var data = folder.resolve("data").toString();
    var server = weir("serve", "--data", data, "--port", "0", "--queue-port", "off");
    try {
      var url = endpoint(server);
      try (var client = WeirClient.builder().endpoint(url).loops(1).connect()) {
        client.createTable(new TableName("Birds")).block();
      }

      var loaded = classesOfQuery(url, folder.resolve("loaded"), "-Dweir.test=none");
      var recorded = classesOfQuery(url, folder.resolve("recorded"), "-Dio.netty.jfr.enabled=true");

      assertThat(loaded)
          .contains("io.weir.client.WeirClient")
          .doesNotContain("sun.security.ssl.TrustStoreManager")
          .doesNotContain("io.netty.buffer.AllocateBufferEvent")
          .as("the JSON of administration")
          .noneMatch(name -> name.startsWith("tools.jackson.databind."));
      assertThat(recorded).as("the user's choice").contains("io.netty.buffer.AllocateBufferEvent");
    } finally {
      server.destroyForcibly();
    }
  }

  private static List<String> classesOfQuery(String url, Path log, String option) throws Exception {
    var logging = "-Xlog:class+load:file=" + log;
    output(java(option, logging, "-jar", JAR.toString(), "query", "Birds", "--endpoint", url));
    return Files.readAllLines(log).stream()
        .map(line -> line.replaceFirst("^(\\[[^]]*])+ ", "").split(" ", 2)[0])
        .toList();
  }

  private static Process weir(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return java(command.toArray(String[]::new));
  }

  private static Process java(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), BriefJvm.QUICK));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
  }

  private static String output(Process process) throws Exception {
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  private static String endpoint(Process server) throws IOException {
    var lines = server.inputReader(StandardCharsets.UTF_8);
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var url = SERVED.matcher(line);
      if (url.find()) {
        return url.group();
      }
    }
    throw new AssertionError("the server ended before it was ready");
  }
}
