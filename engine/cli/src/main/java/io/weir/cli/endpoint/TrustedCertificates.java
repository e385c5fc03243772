package io.weir.cli.endpoint;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** Certificates that a client of this machine trusts in place of the system's. */
public final class TrustedCertificates {

  private TrustedCertificates() {}

  /** Returns a context that trusts the certificates of a PEM file. */
  public static SSLContext context(Path certificates) throws IOException {
    var context = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .trustManager(certificates.toFile())
        .build();
    return ((JdkSslContext) context).context();
  }
}
