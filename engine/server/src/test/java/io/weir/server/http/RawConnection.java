package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.regex.Pattern;

/** A connection that sends any bytes at any time. */
final class RawConnection implements AutoCloseable {

  private final Socket socket;

  /** Bytes that a check for input has already read. */
  private String begun = "";

  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
  }

  RawConnection send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  RawConnection send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /**
   * Sends byte by byte with pauses until the server answers or closes. Returns the number of bytes
   * sent.
   */
  int drip(String text, Duration pause) throws IOException {
    for (var i = 0; i < text.length(); i++) {
      try {
        send(text.substring(i, i + 1));
      } catch (SocketException gone) {
        return i;
      }
      if (!staysSilent(pause)) {
        return i + 1;
      }
    }
    return text.length();
  }

  /** Returns whether nothing arrives for this time, not even the end. */
  boolean staysSilent(Duration time) throws IOException {
    socket.setSoTimeout((int) time.toMillis());
    try {
      var first = socket.getInputStream().read();
      begun = first < 0 ? "" : Character.toString(first);
      return false;
    } catch (SocketTimeoutException silent) {
      return true;
    } catch (SocketException gone) {
      return false;
    }
  }

  /**
   * Returns everything until the server closes, or resets because it was sent more than it read.
   */
  String untilClosed() throws IOException {
    socket.setSoTimeout(20_000);
    var all = new StringBuilder(begun);
    try {
      for (var next = socket.getInputStream().read();
          next >= 0;
          next = socket.getInputStream().read()) {
        all.append((char) next);
      }
    } catch (SocketException reset) {
      return all.toString(); // the bytes before the reset count
    }
    return all.toString();
  }

  /** Returns the number of bytes until the server closes. */
  long bytesUntilClosed() throws IOException {
    socket.setSoTimeout(20_000);
    try {
      return socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException reset) {
      return 0; // the bytes before the reset do not count
    }
  }

  /** Reads exactly this many bytes. Fails if the server closes earlier. */
  byte[] read(int count) throws IOException {
    socket.setSoTimeout(20_000);
    var bytes = socket.getInputStream().readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("The other end closed after: " + new String(bytes, ISO_8859_1));
    }
    return bytes;
  }

  /** Returns everything to the end of an answer's head. */
  String head() throws IOException {
    socket.setSoTimeout(20_000);
    var head = new StringBuilder(begun);
    begun = "";
    while (head.indexOf("\r\n\r\n") < 0) {
      var next = socket.getInputStream().read();
      if (next < 0) {
        break;
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** Returns a whole answer with a declared length. */
  String answer() throws IOException {
    var head = head();
    var length = Pattern.compile("(?i)\r\ncontent-length: (\\d+)").matcher(head);
    return length.find()
        ? head + new String(read(Integer.parseInt(length.group(1))), ISO_8859_1)
        : head;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
