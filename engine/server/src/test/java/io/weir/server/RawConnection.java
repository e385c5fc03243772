package io.weir.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * A connection for requests that no client library sends. Reopens after the server has closed it.
 */
final class RawConnection implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  private final int port;
  private Socket socket;
  private InputStream in;

  RawConnection(int port) throws IOException {
    this.port = port;
    open();
  }

  private void open() throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Returns the status of the answer, which is read completely. */
  int exchange(byte[] head, byte[] body) throws IOException {
    var isHead = new String(head, ISO_8859_1).startsWith("HEAD ");
    socket.getOutputStream().write(head);
    socket.getOutputStream().write(body);
    var status = Integer.parseInt(line().split(" ", -1)[1]);
    var length = 0;
    var chunked = false;
    var closes = false;
    for (var line = line(); !line.isEmpty(); line = line()) {
      var header = line.toLowerCase(Locale.ROOT);
      length = header.startsWith("content-length:") ? number(header) : length;
      chunked |= header.startsWith("transfer-encoding: chunked");
      closes |= header.startsWith("connection: close");
    }
    if (!isHead) {
      skip(length, chunked);
    }
    if (closes) {
      close();
      open();
    }
    return status;
  }

  private void skip(int length, boolean chunked) throws IOException {
    in.skipNBytes(length);
    while (chunked) {
      var size = Integer.parseInt(line(), 16);
      in.skipNBytes(size);
      line();
      chunked = size > 0;
    }
  }

  private static int number(String header) {
    return Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (var unit = in.read(); unit != '\n'; unit = in.read()) {
      if (unit < 0) {
        throw new EOFException("closed behind <" + line + ">");
      }
      line.append((char) unit);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
