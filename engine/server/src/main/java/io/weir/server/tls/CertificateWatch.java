package io.weir.server.tls;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts certificate files that were replaced in force.
 *
 * <p>Owned by whoever calls {@link #check}, one thread at a time; it reads files. Files that cannot be used change nothing: they are
 * logged once, and the certificate before them stays until they change again. So the two may be replaced one after the other.
 */
public final class CertificateWatch {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);

  private final PemFiles files;
  private final ServerTls tls;
  private Seen seen;

  /** Watches files that were just read into {@code tls}. Blocks. */
  public CertificateWatch(PemFiles files, ServerTls tls) {
    this.files = files;
    this.tls = tls;
    this.seen = Seen.of(files);
  }

  /** Whether there were changed files, and they are in force now. */
  public boolean check() {
    var found = Seen.of(files);
    if (found.equals(seen)) {
      return false;
    }
    seen = found;
    try {
      var identity = files.read();
      tls.use(identity);
      LOG.info("A new certificate is in force. {}", identity);
      return true;
    } catch (IOException e) {
      LOG.warn(
          "The certificate files are not usable; the one before stays in force. {}",
          e.getMessage());
      return false;
    }
  }

  /** What tells files from their successors without reading them; zeros for one that is missing. */
  private record Seen(long chainMillis, long chainBytes, long keyMillis, long keyBytes) {

    static Seen of(PemFiles files) {
      var chain = files.chain().toFile();
      var key = files.key().toFile();
      return new Seen(chain.lastModified(), chain.length(), key.lastModified(), key.length());
    }
  }
}
