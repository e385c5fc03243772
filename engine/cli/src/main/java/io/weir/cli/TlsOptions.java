package io.weir.cli;

import io.weir.server.tls.PemFiles;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether connections are encrypted, and what a service proves its name with. */
final class TlsOptions {

  @Option(
      names = "--tls-cert",
      paramLabel = "PEM",
      description =
          "Certificate to serve HTTPS with, and behind it those that vouch for it. Files that are replaced are in force"
              + " within seconds. Default: none, and connections are in clear text.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "PEM",
      description =
          "Private key of the certificate, not encrypted: PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY. Default: none; required with --tls-cert.")
  private @Nullable Path key;

  /** The files; empty for clear text. */
  Optional<PemFiles> files() {
    if (certificate == null && key == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      throw CommandFailure.wrongUsage("--tls-cert and --tls-key go together; one is missing.");
    }
    return Optional.of(new PemFiles(certificate.toAbsolutePath(), key.toAbsolutePath()));
  }
}
