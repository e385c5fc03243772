package io.weir.cluster;

import io.weir.cluster.Wire.Frame;
import io.weir.cluster.Wire.Greeting;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;

/**
 * The connections to one other node. Each carries one call at a time; a call takes one that is
 * idle, or makes one.
 *
 * <p>Runs on: any thread that may wait for the network. A failed call closes its connection and
 * those that are idle: the node may have been started anew.
 */
final class PeerLink implements Closeable {

  /** More calls at a time than this are rare: the entries, and a vote. */
  private static final int MAX_IDLE = 2;

  private final NodeAddress peer;
  private final Supplier<Greeting> greeting;
  private final KnownFolders folders;
  private final Sockets sockets;
  private final int maxBodyBytes;
  private final int connectMillis;
  private final int answerMillis;
  private final Queue<Wire> idle = new ArrayBlockingQueue<>(MAX_IDLE);

  private volatile boolean closed;

  /**
   * @param greeting makes what this node says first on each connection
   * @param folders knows with which folder the peer takes part
   * @param connectMillis how long a connection may take
   * @param answerMillis how long an answer may take: a follower forces what it was sent before it
   *     answers
   */
  PeerLink(
      NodeAddress peer,
      Supplier<Greeting> greeting,
      KnownFolders folders,
      Sockets sockets,
      int maxBodyBytes,
      int connectMillis,
      int answerMillis) {
    this.peer = peer;
    this.greeting = greeting;
    this.folders = folders;
    this.sockets = sockets;
    this.maxBodyBytes = maxBodyBytes;
    this.connectMillis = connectMillis;
    this.answerMillis = answerMillis;
  }

  /** Returns the other node. */
  NodeAddress peer() {
    return peer;
  }

  <Q extends MessageLite, A extends MessageLite> A call(Call<Q, A> call, Q question)
      throws IOException {
    Frame answer = exchange(wire -> wire.send(call.code(), question));
    return call.answer().parseFrom(answer.body());
  }

  /** Makes a call that is none of Raft's, whose answer is empty. */
  void tell(int code, byte[] question) throws IOException {
    Frame done = exchange(wire -> wire.send(code, question));
    if (!done.body().isEmpty()) {
      throw new IOException("an answer is too long node=" + peer.id());
    }
  }

  /** Sends a question. */
  private interface Sending {
    void to(Wire wire) throws IOException;
  }

  private Frame exchange(Sending question) throws IOException {
    Wire wire = take();
    Frame answer;
    try {
      question.to(wire);
      answer = wire.receive();
    } catch (IOException e) {
      wire.close();
      disconnect();
      throw interruptedOr(e);
    }
    giveBack(wire);
    if (answer.code() != Wire.DONE) {
      throw new IOException("node=" + peer.id() + " " + answer.body().toStringUtf8());
    }
    return answer;
  }

  private Wire take() throws IOException {
    Wire known = idle.poll();
    try {
      return known == null ? connect() : known;
    } catch (IOException e) {
      throw interruptedOr(e);
    }
  }

  /** Ratis tells by the type of an exception whether it has stopped the thread itself. */
  private static IOException interruptedOr(IOException failure) {
    if (!Thread.currentThread().isInterrupted()) {
      return failure;
    }
    InterruptedIOException interrupted = new InterruptedIOException("the call was given up");
    interrupted.initCause(failure);
    return interrupted;
  }

  private Wire connect() throws IOException {
    Wire wire = new Wire(sockets.connect(peer, connectMillis), maxBodyBytes);
    try {
      String folder = wire.greet(greeting.get());
      String objection = folders.objection(peer.id(), folder);
      if (!objection.isEmpty()) {
        throw new IOException(objection);
      }
      wire.patience(answerMillis);
      return wire;
    } catch (IOException e) {
      wire.close();
      throw e;
    }
  }

  private void giveBack(Wire wire) {
    if (closed || !idle.offer(wire)) {
      wire.close();
    } else if (closed) {
      disconnect();
    }
  }

  private void disconnect() {
    for (Wire wire = idle.poll(); wire != null; wire = idle.poll()) {
      wire.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    disconnect();
  }
}
