package io.weir.server.files;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS context of an endpoint: TLS 1.3 and 1.2, the cipher suites that HTTP/2 allows, and ALPN
 * that prefers {@code h2}.
 *
 * <p>A connection uses the certificate that is current when the connection begins. Any thread: the
 * reload of {@link #watching} writes the volatile reference, and the loop that accepts a connection
 * reads it. Either the old or the new context is correct there.
 *
 * <p>deliberate: uses the JDK's TLS implementation. A native one would be faster and would add four
 * native libraries to the distribution.
 */
public final class ServerTls extends SslContext {

  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
  private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");
  private static final ApplicationProtocolConfig ALPN = new ApplicationProtocolConfig(
      Protocol.ALPN,
      SelectorFailureBehavior.NO_ADVERTISE,
      SelectedListenerFailureBehavior.ACCEPT,
      ApplicationProtocolNames.HTTP_2,
      ApplicationProtocolNames.HTTP_1_1);

  private volatile SslContext inForce;

  private ServerTls(SslContext first) {
    this.inForce = first;
  }

  /**
   * Reads the files. Blocks. Fails with {@link CertificateUnusable} if they cannot be used. Logs a
   * warning if clients will not trust the certificate at present, or if other users may access the
   * key.
   */
  public static ServerTls open(PemFiles files) throws IOException {
    return new ServerTls(contextOf(files));
  }

  /** Returns the watched files. Connections that begin after a reload use the new content. */
  public WatchedFiles watching(PemFiles files) {
    return new WatchedFiles(List.of(files.chain(), files.key()), () -> inForce = contextOf(files));
  }

  private static SslContext contextOf(PemFiles files) throws IOException {
    var identity = files.read();
    identity.warning(Instant.now()).ifPresent(warning -> warn(warning, files.chain()));
    new SecretFile(files.key()).warning().ifPresent(warning -> warn(warning, files.key()));
    return SslContextBuilder.forServer(identity.key(), identity.chain())
        .sslProvider(SslProvider.JDK)
        .protocols(VERSIONS)
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(ALPN)
        .build();
  }

  private static void warn(String warning, Path file) {
    LOG.atWarn().addKeyValue("file", file).log(warning);
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public List<String> cipherSuites() {
    return inForce.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // declared abstract by the superclass
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return inForce.applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    return inForce.newEngine(allocator);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String peerHost, int peerPort) {
    return inForce.newEngine(allocator, peerHost, peerPort);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return inForce.sessionContext();
  }
}
