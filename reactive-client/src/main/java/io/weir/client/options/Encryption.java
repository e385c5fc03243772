package io.weir.client.options;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.weir.client.exchange.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * TLS for connections to an https endpoint: version 1.2 or 1.3, and ALPN where HTTP/2 is needed.
 * The service's certificate must be trusted and must name the endpoint's host. Immutable.
 */
public final class Encryption {

  private final Map<Protocol, SslContext> contexts;

  private Encryption(Map<Protocol, SslContext> contexts) {
    this.contexts = contexts;
  }

  /**
   * Trusts the PEM certificates of a file, or those of the JVM without a file. Reads the file.
   *
   * <p>Fails with {@link IllegalArgumentException} if the file cannot be read as certificates.
   */
  public static Encryption trusting(Optional<Path> certificates) {
    var contexts = new EnumMap<Protocol, SslContext>(Protocol.class);
    try {
      for (var protocol : Protocol.values()) {
        contexts.put(protocol, context(certificates, protocol));
      }
      return new Encryption(contexts);
    } catch (IOException e) {
      throw new IllegalArgumentException("trust=unusable", e);
    }
  }

  public SslContext context(Protocol protocol) {
    return Objects.requireNonNull(contexts.get(protocol));
  }

  private static SslContext context(Optional<Path> certificates, Protocol protocol)
      throws IOException {
    var builder = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            protocol == Protocol.HTTP_2
                ? ApplicationProtocolNames.HTTP_2
                : ApplicationProtocolNames.HTTP_1_1));
    certificates.ifPresent(file -> builder.trustManager(file.toFile()));
    return builder.build();
  }
}
