package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.Wire.Frame;
import io.weir.cluster.Wire.Greeting;
import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the leader's store in place of a node's own: because the node was away for longer than
 * the log reaches back, or because an operator gives its store up. It is fetched before the node's
 * store is opened.
 *
 * <p>The node keeps its votes, and each entry of its part of the log that the copy does not
 * contain: others may count on its having them. So it never votes twice in a term, and never helps
 * a node to the leadership that lacks what it has acknowledged. What the copy contains of its log,
 * it gives up. A node that was away for too long gives up all of it: the leader has told it that it
 * comes before what the leader still has. A node that has lost its votes, or a part of its log,
 * cannot go on by a copy.
 *
 * <p>Runs on: the thread that opens the store; it blocks.
 */
public final class NodeCopy {

  private static final Logger LOG = LoggerFactory.getLogger(NodeCopy.class);

  /** Says that this node lacks more than the leader's log has. */
  private static final String BEHIND = "behind";

  /** Says with which entry the log begins although it has no files. */
  private static final String COPIED = "copied";

  /** In which Ratis keeps the term and the vote. */
  private static final String VOTES = "raft-meta";

  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 60_000;
  private static final long LOOK_AGAIN_MILLIS = 500;

  private final ClusterOptions options;

  public NodeCopy(ClusterOptions options) {
    this.options = options;
  }

  /** Returns whether the leader has told this node that it needs a copy. */
  public boolean isNeeded() throws IOException {
    return Files.isDirectory(options.folder()) && file(options.folder(), BEHIND).exists();
  }

  /**
   * Requires that the folder has the votes of this node and its whole log, as a node must that
   * gives up its store by its operator's decision.
   *
   * @throws NodeUnusable if it has not
   */
  public void requireVotes() throws IOException {
    if (!Files.isDirectory(options.folder())
        || !NodeIdentity.isIn(options.folder())
        || find(VOTES).isEmpty()) {
      throw new NodeUnusable("The votes of the node " + options.node()
          + " are lost, so a copy of the leader's store is not enough: it could vote twice. folder="
          + options.folder() + ". " + NodeUnusable.replace(options.node()));
    }
    if (!isNeeded()) {
      log(-1);
    }
  }

  /** Reads the log of this node, if it has one. */
  private LogFiles.Found log(long index) throws IOException {
    Optional<Path> votes = find(VOTES);
    if (votes.isEmpty()) {
      return new LogFiles.Found(-1, -1);
    }
    try {
      return new LogFiles(votes.get().resolveSibling(""))
          .read(index, Settings.maxLoggedBytes(options));
    } catch (IOException | IllegalStateException e) {
      throw new NodeUnusable("The node " + options.node()
          + " has lost entries that others may count on, because its part of the cluster's log is damaged: "
          + e.getMessage() + ". " + NodeUnusable.replace(options.node()));
    }
  }

  /** Returns a file of Ratis, which keeps its own in a folder that it names. */
  private Optional<Path> find(String name) throws IOException {
    try (var files = Files.walk(options.folder())) {
      return files.filter(file -> file.getFileName().toString().equals(name)).findFirst();
    }
  }

  /** Notes that this node needs a copy at its next start. */
  static void need(ClusterOptions options) throws IOException {
    file(options.folder(), BEHIND).write("");
  }

  /**
   * Returns whether the log may have no files, because the store is a copy.
   *
   * @param last the last entry that the store has; if it has more than the copy, the log had files
   */
  static boolean isMade(ClusterOptions options, Applied last) throws IOException {
    SmallFile made = file(options.folder(), COPIED);
    return made.exists() && made.read().equals(text(last));
  }

  private static String text(Applied at) {
    return "term=" + at.term() + "\nindex=" + at.index() + "\n";
  }

  private static SmallFile file(Path folder, String name) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), name);
  }

  /**
   * Fetches the leader's copy into a folder. A transfer that was broken off goes on where it was.
   *
   * @throws NodeUnusable if no node that leads answers within the time
   */
  public void fetch(Path target, long patienceMillis) throws IOException, InterruptedException {
    long began = System.nanoTime();
    String why = "no node answered";
    while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(patienceMillis)) {
      for (NodeAddress peer : peers()) {
        try {
          if (fetch(target, peer)) {
            return;
          }
          why = "the leader is making a copy";
          began = System.nanoTime();
        } catch (IOException e) {
          LOG.debug("no copy from the node {}", peer, e);
          why = peer.id() + ": " + e.getMessage();
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
    throw new NodeUnusable(
        "The node " + options.node()
            + " needs a copy of the leader's store, and none came: " + why
            + ". Start it again when a majority of the other nodes is up; what has been fetched is kept.");
  }

  private List<NodeAddress> peers() {
    return options.nodes().stream()
        .filter(node -> !node.id().equals(options.node()))
        .toList();
  }

  private boolean fetch(Path target, NodeAddress peer) throws IOException {
    String name = new NodeIdentity(options).nameOf();
    KnownFolders folders = KnownFolders.read(options, name);
    try (Wire wire = new Wire(
        new Sockets(options.tls()).connect(peer, CONNECT_MILLIS), Settings.maxCallBytes(options))) {
      wire.greet(new Greeting(
          options.cluster(),
          options.agreed(),
          options.node(),
          name,
          options.service(),
          peer.id(),
          folders.of(peer.id())));
      wire.patience(ANSWER_MILLIS);
      return new CopyFetch((code, question) -> ask(wire, code, question), target).run();
    }
  }

  private static Frame ask(Wire wire, int code, byte[] question) throws IOException {
    wire.send(code, question);
    Frame answer = wire.receive();
    if (answer.code() != Wire.DONE) {
      throw new IOException(answer.body().toString(UTF_8));
    }
    return answer;
  }

  /**
   * Makes the folder of the agreement for a store that was made of a copy: the votes of this node,
   * and a log that goes on after the copy.
   *
   * @param folder the new folder; it is not there yet
   * @param at the last entry that the copy contains
   * @throws NodeUnusable if the copy ends before the log of this node begins
   */
  public void moveTo(Path folder, Applied at) throws IOException {
    boolean keepsLog = !isNeeded() && goesOnAfter(at);
    try (var files = Files.walk(options.folder())) {
      for (Path file : files.sorted().toList()) {
        Path target = folder.resolve(options.folder().relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (isKept(file.getFileName().toString(), keepsLog)) {
          Files.copy(file, target);
        }
      }
    }
    file(folder, COPIED).write(text(at));
  }

  /**
   * Whether this node's log has entries after the copy that may be agreed on. If the log has another
   * entry than the copy at its end, nothing after it was agreed on.
   */
  private boolean goesOnAfter(Applied at) throws IOException {
    LogFiles.Found found = log(at.index());
    if (found.last() > at.index() && found.term() < 0) {
      throw new NodeUnusable("The copy of the leader's store ends before the log of the node "
          + options.node() + " begins. Start the node again in a minute, for a newer copy.");
    }
    return found.last() > at.index() && found.term() == at.term();
  }

  private static boolean isKept(String name, boolean keepsLog) {
    return (keepsLog || !name.startsWith("log_"))
        && !name.equals(BEHIND)
        && !name.equals("in_use.lock");
  }
}
