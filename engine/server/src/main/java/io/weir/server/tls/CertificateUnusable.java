package io.weir.server.tls;

import java.io.IOException;
import java.nio.file.Path;

/** A certificate or a key that cannot be served with. The message names the file, what is wrong, and what to do about it. */
public final class CertificateUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  CertificateUnusable(Path file, String problem) {
    super(file + ": " + problem);
  }

  CertificateUnusable(Path file, String problem, Exception cause) {
    super(file + ": " + problem, cause);
  }
}
