package io.weir.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Makes the sockets between nodes: plain, or TLS with certificates on both sides. Runs on: threads
 * that may wait for the network.
 *
 * <p>With TLS, each node proves itself with a certificate that the other's context trusts. The node
 * that connects also compares the name in the certificate with the host that it wanted.
 */
final class Sockets {

  private final @Nullable SSLContext tls;

  Sockets(@Nullable SSLContext tls) {
    this.tls = tls;
  }

  /**
   * Connects to a node. An interruption of the thread closes the socket, so that a leader that
   * steps down need not wait for an answer.
   */
  Socket connect(NodeAddress to, int timeoutMillis) throws IOException {
    Socket socket = SocketChannel.open().socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(address(to), timeoutMillis);
      socket.setSoTimeout(timeoutMillis);
      return tls == null ? socket : shake(asClient(tls, socket, to));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Returns the address to which a node's name leads now. */
  static InetSocketAddress address(NodeAddress node) throws UnknownHostException {
    InetSocketAddress address = new InetSocketAddress(node.host(), node.port());
    if (address.isUnresolved()) {
      throw new UnknownHostException("no address is known for the host of the node " + node);
    }
    return address;
  }

  private static SSLSocket asClient(SSLContext tls, Socket socket, NodeAddress to)
      throws IOException {
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, to.host(), to.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    return secure;
  }

  /** Takes over a connection that another node has made. */
  Socket accept(Socket socket, int timeoutMillis) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(timeoutMillis);
    if (tls == null) {
      return socket;
    }
    SSLSocket secure = (SSLSocket) tls.getSocketFactory()
        .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
    secure.setUseClientMode(false);
    secure.setNeedClientAuth(true);
    return shake(secure);
  }

  private static SSLSocket shake(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return socket;
  }
}
