package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import io.weir.server.files.PemFiles;
import io.weir.server.files.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands at both ends of an encrypted connection. */
final class EncryptedServiceTest {

  private static final Map<String, String> NOTHING = Map.of();

  @TempDir
  Path folder;

  @Test
  void aCommandTrustsTheCertificateThatAnOptionNames() throws Exception {
    var certificates = new TestCertificates(folder);
    try (var serving = serve(certificates.issue("server"))) {
      var trusting = new Transcript();
      var trust = certificates.authority().toString();
      var distrusting = new Transcript();

      assertThat(serving.url()).startsWith("https://127.0.0.1:");
      assertThat(query(trusting, "--endpoint", serving.url(), "--trust", trust))
          .isEqualTo(ExitCode.FAILED);
      assertThat(trusting.err()).contains("TableNotFound");
      assertThat(query(distrusting, "--endpoint", serving.url())).isEqualTo(ExitCode.FAILED);
      assertThat(distrusting.err()).contains("--trust").doesNotContain("\tat ");
    }
  }

  @Test
  void anExportReadsPoliciesOverTheEncryptedConnection() throws Exception {
    var certificates = new TestCertificates(folder);
    var lines = Files.writeString(
        folder.resolve("birds.ndjson"), "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}\n");
    try (var serving = serve(certificates.issue("server"))) {
      var there = List.of(
          "--endpoint", serving.url(), "--trust", certificates.authority().toString());

      run(there, "import", lines.toString(), "--table", "Birds");
      run(there, "export", folder.resolve("out").toString());

      assertThat(folder.resolve("out/devstoreaccount1/Birds.ndjson")).isNotEmptyFile();
    }
  }

  @Test
  void aBackupIsRequestedOverTheEncryptedConnection() throws Exception {
    var certificates = new TestCertificates(folder);
    try (var serving = serve(
        certificates.issue("server"), "--backup-dir", folder.resolve("backups").toString())) {
      run(
          List.of(
              "--endpoint", serving.url(), "--trust", certificates.authority().toString()),
          "backup",
          "--name",
          "monday");

      assertThat(folder.resolve("backups/monday")).isDirectory();
    }
  }

  @Test
  void aCertificateWithoutItsKeyIsWrongUsage() {
    var screen = new Transcript();

    var exit = screen.run(NOTHING, "serve", "--data", folder.toString(), "--tls-cert", "x.pem");

    assertThat(exit).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("--tls-cert and --tls-key go together");
  }

  @Test
  void unusableCertificateFilesEndTheStart() {
    var files = new TestCertificates(folder).issue("server");
    var screen = new Transcript();

    var exit = screen.run(
        NOTHING,
        "serve",
        "--data",
        folder.resolve("store").toString(),
        "--tls-cert",
        files.key().toString(),
        "--tls-key",
        files.key().toString());

    assertThat(exit).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).startsWith(files.key() + ": ").doesNotContain("Unexpected");
    assertThat(folder.resolve("store")).doesNotExist();
  }

  private ServingThread serve(PemFiles files, String... more) throws Exception {
    var tls =
        List.of("--tls-cert", files.chain().toString(), "--tls-key", files.key().toString());
    var options = Stream.concat(tls.stream(), Stream.of(more)).toArray(String[]::new);
    return ServingThread.start(folder.resolve("store"), NOTHING, options);
  }

  private static void run(List<String> endpoint, String... command) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(endpoint);
    var screen = new Transcript();
    assertThat(screen.run(NOTHING, args.toArray(String[]::new)))
        .as(screen.err())
        .isZero();
  }

  private static int query(Transcript screen, String... options) {
    var args = new String[options.length + 2];
    args[0] = "query";
    args[1] = "Birds";
    System.arraycopy(options, 0, args, 2, options.length);
    return screen.run(NOTHING, args);
  }
}
