package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.Wire.Frame;
import io.weir.cluster.Wire.Greeting;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the calls of the other nodes. A thread for each connection, of which there are few:
 * {@code weir-cluster-peer}.
 *
 * <p>A caller must greet within a few seconds, for this cluster and this node. Connections beyond
 * the limit are closed at once.
 */
final class Door implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(Door.class);

  /** The most connections: of each other node a few, and some that are about to be refused. */
  static final int MAX_CONNECTIONS = 64;

  private static final long WARN_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final int GREETING_MILLIS = 5_000;

  /**
   * A node that leads sends many times a second; another connects anew when it has something to
   * say.
   */
  private static final int IDLE_MILLIS = 60_000;

  private final ClusterOptions options;
  private final Loyalty server;
  private final Sockets sockets;
  private final Services services;
  private final KnownFolders folders;
  private final Roster roster;
  private final CopyCalls copies;
  private final int maxBodyBytes;
  private final ServerSocket listener;
  /** When each objection was logged last. */
  private final Map<String, Long> warned = new ConcurrentHashMap<>();

  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = new ThreadPoolExecutor(
      0,
      MAX_CONNECTIONS,
      10,
      TimeUnit.SECONDS,
      new SynchronousQueue<>(),
      task -> daemon(task, "weir-cluster-peer"));
  private final Thread accepting = daemon(this::accept, "weir-cluster-accept");

  Door(
      ClusterOptions options,
      Loyalty server,
      Sockets sockets,
      Services services,
      KnownFolders folders,
      Roster roster,
      CopyCalls copies,
      ServerSocket listener,
      int maxBodyBytes) {
    this.options = options;
    this.server = server;
    this.sockets = sockets;
    this.services = services;
    this.folders = folders;
    this.roster = roster;
    this.copies = copies;
    this.maxBodyBytes = maxBodyBytes;
    this.listener = listener;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Takes the port of a node. Connections wait until its door is started.
   *
   * @throws NodeUnusable if another process has it, or it is not this machine's
   */
  static ServerSocket listen(NodeAddress self) throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.bind(Sockets.address(self), MAX_CONNECTIONS);
      return listener;
    } catch (IOException e) {
      listener.close();
      throw new NodeUnusable(
          "The node cannot listen at its address " + self
              + " for the other nodes: " + e.getMessage()
              + ". Stop what listens there. In a cluster that has never run, you may also name another address in --peers, on all nodes.");
    }
  }

  /** Begins to accept connections. */
  void start() {
    accepting.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        admit(listener.accept());
      } catch (IOException e) {
        if (!listener.isClosed()) {
          LOG.warn("a node could not connect", e);
        }
      }
    }
  }

  private void admit(Socket socket) throws IOException {
    open.add(socket);
    try {
      threads.execute(() -> serve(socket));
    } catch (RejectedExecutionException full) {
      open.remove(socket);
      socket.close();
    }
  }

  private void serve(Socket socket) {
    try (socket;
        Wire wire = new Wire(sockets.accept(socket, GREETING_MILLIS), maxBodyBytes)) {
      Greeting greeting = wire.readGreeting();
      String objection = objection(greeting);
      // not to a refused caller, which could claim then that it has met this node
      wire.answerGreeting(objection.isEmpty() ? folders.own() : "", objection);
      if (objection.isEmpty()) {
        services.note(greeting.from(), greeting.service());
        wire.patience(IDLE_MILLIS);
        answerCalls(wire, greeting);
      } else {
        warn(socket, objection);
      }
    } catch (IOException ended) {
      LOG.debug("a connection ended from={}", socket.getRemoteSocketAddress(), ended);
    } finally {
      open.remove(socket);
    }
  }

  /**
   * Logs an objection once a minute, because a refused node connects anew several times a second.
   */
  private void warn(Socket socket, String objection) {
    long now = System.nanoTime();
    Long before = warned.get(objection);
    if (before == null || now - before > WARN_AGAIN_NANOS) {
      warned.keySet().removeIf(other -> warned.size() >= MAX_CONNECTIONS);
      warned.put(objection, now);
      LOG.warn("a connection was refused from={} {}", socket.getRemoteSocketAddress(), objection);
    }
  }

  private String objection(Greeting greeting) throws IOException {
    if (!greeting.cluster().equals(options.cluster())) {
      return "cluster=" + options.cluster() + " theirs=" + greeting.cluster();
    }
    if (!greeting.agreed().equals(options.agreed())) {
      return "the nodes have different settings node=" + options.node() + " has=("
          + options.agreed() + ") node=" + greeting.from() + " has=(" + greeting.agreed() + ")";
    }
    if (!greeting.to().equals(options.node())) {
      return "node=" + options.node() + " wanted=" + greeting.to();
    }
    String stranger = roster.objection(greeting.from());
    if (!stranger.isEmpty() && !mayLead(greeting)) {
      return stranger;
    }
    if (!Services.isAddress(greeting.service())) {
      return "the address for clients is damaged node=" + greeting.from();
    }
    String ofOurs = folders.ownObjection(greeting.from(), greeting.metWith());
    return ofOurs.isEmpty() ? folders.objection(greeting.from(), greeting.folder()) : ofOurs;
  }

  /**
   * Whether an unknown caller may be a member that was added while this node was away: another
   * member has told it with which folder this node takes part.
   */
  private boolean mayLead(Greeting greeting) {
    return roster.isUnknown(greeting.from()) && greeting.metWith().equals(folders.own());
  }

  private void answerCalls(Wire wire, Greeting greeting) throws IOException {
    String from = greeting.from();
    while (!listener.isClosed()) {
      Frame request = wire.receive();
      String objection = roster.objection(from);
      boolean mayLead = mayLead(greeting);
      if (!objection.isEmpty() && !(mayLead && isOfLeader(request.code()))) {
        wire.send(Wire.FAILED, objection.getBytes(UTF_8));
        if (mayLead) {
          continue;
        }
        return; // it was removed since it connected
      }
      roster.heard(from);
      if (CopyCalls.isOne(request.code())) {
        answerCopy(wire, request);
        continue;
      }
      if (request.code() == Loyalty.RELEASE) {
        server.release(from, request.body());
        wire.send(Wire.DONE, new byte[0]);
        continue;
      }
      MessageLite answer;
      try {
        answer = Call.of(request.code()).answer(server, request.body());
      } catch (IOException | RuntimeException e) {
        wire.send(Wire.FAILED, e.toString().getBytes(UTF_8));
        continue;
      }
      wire.send(Wire.DONE, answer);
    }
  }

  /** Whether a call is one that a leader makes to a follower, and asks for no vote. */
  private static boolean isOfLeader(int code) {
    return code == Call.APPEND.code()
        || code == Call.TELL_OF_CUT.code()
        || code == Loyalty.RELEASE
        || code == CopyCalls.ROLE
        || code == CopyCalls.APPLIED;
  }

  private void answerCopy(Wire wire, Frame request) throws IOException {
    byte[] answer;
    try {
      answer = copies.answer(request);
    } catch (IOException | RuntimeException e) {
      wire.send(Wire.FAILED, String.valueOf(e.getMessage()).getBytes(UTF_8));
      return;
    }
    wire.send(Wire.DONE, answer);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    // the port is free only when no thread is within accept any more
    Joins.join(accepting);
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdown();
  }
}
