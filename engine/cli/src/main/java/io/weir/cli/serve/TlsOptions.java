package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.server.files.PemFiles;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the certificate and the private key of an encrypted endpoint. */
final class TlsOptions {

  @Option(
      names = "--tls-cert",
      paramLabel = "PEM",
      description =
          "Certificate chain for HTTPS, the server's own certificate first. The service applies replaced files within"
              + " seconds. Default: none; connections are in clear text.")
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
