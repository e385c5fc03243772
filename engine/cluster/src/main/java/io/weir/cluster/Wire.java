package io.weir.cluster;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection between two nodes: frames in both directions, one call at a time.
 *
 * <pre>
 * bytes  content, big-endian
 * 4      length of the body
 * 1      of a request: the code of the call; of an answer: 0 done, 1 failed
 * n      body: a message of Ratis, or the text of the failure in UTF-8
 * </pre>
 *
 * <p>The side that connects begins with a greeting: cluster, what all nodes must agree on, its id,
 * the name of its folder, where clients reach it, the id of the node that it means to reach, and
 * the folder with which it has met that one. The other answers the name of its folder and an empty
 * text, or an empty name and why it refuses. Runs on: one thread at a time, which waits for the
 * network.
 */
final class Wire implements Closeable {

  /** What a node says first on a connection. */
  record Greeting(
      String cluster,
      String agreed,
      String from,
      String folder,
      String service,
      String to,
      String metWith) {

    /** Returns what a node says to another one. */
    static Greeting of(ClusterOptions options, KnownFolders folders, String to) {
      return new Greeting(
          options.cluster(),
          options.agreed(),
          options.node(),
          folders.own(),
          options.service(),
          to,
          folders.of(to));
    }
  }

  /** A frame as it came: its code and its body. */
  record Frame(int code, ByteString body) {}

  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

  static final int DONE = 0;
  static final int FAILED = 1;

  private static final String PROTOCOL = "weir-cluster/1";
  private static final int BUFFER_BYTES = 64 << 10;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final int maxBodyBytes;

  Wire(Socket socket, int maxBodyBytes) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    this.out =
        new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
    this.maxBodyBytes = maxBodyBytes;
  }

  /** Limits how long a read waits. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** Greets, and returns the name of the other's folder. */
  String greet(Greeting greeting) throws IOException {
    out.writeUTF(PROTOCOL);
    out.writeUTF(greeting.cluster());
    out.writeUTF(greeting.agreed());
    out.writeUTF(greeting.from());
    out.writeUTF(greeting.folder());
    out.writeUTF(greeting.service());
    out.writeUTF(greeting.to());
    out.writeUTF(greeting.metWith());
    out.flush();
    String folder = in.readUTF();
    String objection = in.readUTF();
    if (!objection.isEmpty()) {
      throw new IOException("the node refused the connection: " + objection);
    }
    return folder;
  }

  Greeting readGreeting() throws IOException {
    String protocol = in.readUTF();
    if (!protocol.equals(PROTOCOL)) {
      throw new IOException("not a node of a cluster, or of another version");
    }
    return new Greeting(
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readUTF());
  }

  /** Answers a greeting; empty agrees. */
  void answerGreeting(String folder, String objection) throws IOException {
    out.writeUTF(folder);
    out.writeUTF(objection);
    out.flush();
  }

  void send(int code, MessageLite message) throws IOException {
    out.writeInt(message.getSerializedSize());
    out.writeByte(code);
    message.writeTo(out);
    out.flush();
  }

  void send(int code, byte[] body) throws IOException {
    out.writeInt(body.length);
    out.writeByte(code);
    out.write(body);
    out.flush();
  }

  Frame receive() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > maxBodyBytes) {
      throw new IOException("a frame is too long bytes=" + length + " maxBytes=" + maxBodyBytes);
    }
    int code = in.readUnsignedByte();
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the connection ended within a frame");
    }
    return new Frame(code, UnsafeByteOperations.unsafeWrap(body));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("a connection did not close properly", e);
    }
  }
}
