package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The checks through the npm package {@code @azure/data-tables}, against a gateway as a process
 * over a cluster. Needs npm and Node 20 or later on the path, else it is skipped.
 *
 * <p>Indexes and queues are left out: a store over HBase refuses them.
 */
final class NpmClientIT {

  private static final Path CHECKS = Path.of(System.getProperty("weir.npm.checks"));
  private static final List<String> REFUSED = List.of("indexes.test.mjs", "queues.test.mjs");

  private static final String OUTPUT = "output.txt";

  @TempDir
  Path folder;

  @Test
  void theNpmPackageDoesOverAClusterWhatItDoesOverOneMachine() throws Exception {
    assumeTrue(isPresent("npm"), "npm is not on the path");
    var checks = copied();
    pass(process("npm", "ci", "--no-fund", "--no-audit"));

    try (var gateway = GatewayProcess.to("npm")) {
      var command = Stream.concat(Stream.of("node", "run.mjs"), checks.stream());
      var process = process(command.toArray(String[]::new));
      process.environment().put("WEIR_SDK_ENDPOINT", gateway.url());
      assertThat(pass(process)).contains("fail 0").doesNotContain("tests 0");
    }
  }

  /** Copies the checks, and returns the names of those that a cluster can pass. */
  private List<String> copied() throws IOException {
    try (var files = Files.list(CHECKS)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test.mjs") && !REFUSED.contains(name))
          .sorted()
          .toList();
    }
  }

  private boolean isPresent(String program) throws InterruptedException {
    try {
      return process(program, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  /** Runs a process that must succeed, and returns what it printed. */
  private String pass(ProcessBuilder builder) throws IOException, InterruptedException {
    var status = builder.start().waitFor();
    var said = Files.readString(folder.resolve(OUTPUT));
    assertThat(status).as(said).isZero();
    return said;
  }

  private ProcessBuilder process(String... command) {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(OUTPUT).toFile());
  }
}
