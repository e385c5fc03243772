package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The failure for a certificate or key that the server cannot use. The message names the file, the
 * problem and the remedy.
 */
public final class CertificateUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  CertificateUnusable(Path file, String problem) {
    super(file + ": " + problem);
  }

  CertificateUnusable(Path file, String problem, Exception cause) {
    super(file + ": " + problem, cause);
  }
}
