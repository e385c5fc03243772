package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the TLS context of a node that connects to others and is connected to: both sides prove
 * themselves. The files are read once.
 */
public final class PeerTls {

  private static final Logger LOG = LoggerFactory.getLogger(PeerTls.class);

  /** The key store is in memory only. */
  private static final char[] NO_SECRET = new char[0];

  private PeerTls() {}

  /**
   * Reads the files. Blocks. Fails with {@link CertificateUnusable} if they cannot be used.
   *
   * @param own the node's certificate chain and key
   * @param authorities PEM certificates; a node is trusted whose certificate one of them has issued
   */
  public static SSLContext open(PemFiles own, Path authorities) throws IOException {
    var identity = own.read();
    identity.warning(Instant.now()).ifPresent(warning -> warn(warning, own.chain()));
    new SecretFile(own.key()).warning().ifPresent(warning -> warn(warning, own.key()));
    try {
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(keyStore(identity), NO_SECRET);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trustStore(authorities));
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new CertificateUnusable(own.chain(), "cannot be used for TLS between nodes.", e);
    }
  }

  private static KeyStore keyStore(ServerIdentity identity)
      throws GeneralSecurityException, IOException {
    var store = empty();
    store.setKeyEntry(
        "node", identity.key(), NO_SECRET, identity.chain().toArray(X509Certificate[]::new));
    return store;
  }

  private static KeyStore trustStore(Path authorities)
      throws GeneralSecurityException, IOException {
    var store = empty();
    for (var certificate : PemFiles.certificates(authorities)) {
      store.setCertificateEntry("authority" + store.size(), certificate);
    }
    return store;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_SECRET);
    return store;
  }

  private static void warn(String warning, Path file) {
    LOG.atWarn().addKeyValue("file", file).log(warning);
  }
}
