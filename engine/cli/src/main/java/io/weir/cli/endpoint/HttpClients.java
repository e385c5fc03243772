package io.weir.cli.endpoint;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The JDK's HTTP client, for the requests that {@link io.weir.client.WeirClient} does not make. */
public final class HttpClients {

  private HttpClients() {}

  /**
   * Returns a client of HTTP/1.1.
   *
   * @param trusted a PEM file of certificates that are trusted in place of the system's
   * @param connectTimeout longest time to connect
   */
  public static HttpClient trusting(Optional<Path> trusted, Duration connectTimeout)
      throws IOException {
    var client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    if (trusted.isPresent()) {
      client.sslContext(context(trusted.get()));
    }
    return client.build();
  }

  private static SSLContext context(Path certificates) throws IOException {
    var context = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .trustManager(certificates.toFile())
        .build();
    return ((JdkSslContext) context).context();
  }
}
