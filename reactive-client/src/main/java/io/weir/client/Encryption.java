package io.weir.client;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How connections to an https endpoint are encrypted: TLS 1.2 or 1.3, and HTTP/2 by ALPN; the service's certificate must be trusted and
 * name the endpoint's host. Immutable.
 */
public final class Encryption {

  private final SslContext context;

  private Encryption(SslContext context) {
    this.context = context;
  }

  /**
   * Encryption that trusts the PEM certificates of a file, or those of the JVM where there is none. Reads the file.
   *
   * <p>Fails with {@link IllegalArgumentException} when the file cannot be read as certificates.
   */
  static Encryption trusting(Optional<Path> certificates) {
    var builder = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2));
    certificates.ifPresent(file -> builder.trustManager(file.toFile()));
    try {
      return new Encryption(builder.build());
    } catch (IOException e) {
      throw new IllegalArgumentException("trust=unusable", e);
    }
  }

  SslContext context() {
    return context;
  }
}
