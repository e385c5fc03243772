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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.jspecify.annotations.Nullable;
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

  /** The history of the members, as the node has told that was asked last; empty before. */
  private String members = "";

  public NodeCopy(ClusterOptions options) {
    this.options = options;
  }

  /**
   * Returns whether this node needs a copy: the leader has told it so, or it is a new one that
   * waits until it is added.
   */
  public boolean isNeeded() throws IOException {
    Path folder = options.folder();
    return Files.isDirectory(folder)
        && (file(folder, BEHIND).exists()
            || NodeIdentity.hasJoined(folder) && !file(folder, COPIED).exists());
  }

  /**
   * Makes the folder that of a new node, unless it is a node's already. The node needs a copy then.
   */
  public void join() throws IOException {
    var claim = new NodeIdentity(options).claim(Applied.NONE);
    if (claim.isNew()) {
      LOG.info(
          "the node waits until it is added: run 'weir cluster add {}' at the leader",
          options.self());
    }
  }

  /**
   * Requires that the folder has the votes of this node and its whole log, as a node must that
   * gives up its store by its operator's decision.
   *
   * @param last the last entry that the store is known to have; empty if the store cannot tell
   * @throws NodeUnusable if the folder lacks the votes or a part of the log
   */
  public void requireVotes(Optional<Applied> last) throws IOException {
    if (!Files.isDirectory(options.folder())
        || !NodeIdentity.isIn(options.folder())
        || find(VOTES).isEmpty()) {
      throw new NodeUnusable("The votes of the node " + options.node()
          + " are lost, so a copy of the leader's store is not enough: it could vote twice. folder="
          + options.folder() + ". " + NodeUnusable.replace(options.node()));
    }
    if (!isNeeded() && !(last.isPresent() && isMade(options, last.get()))) {
      requireLog(last.map(Applied::index).orElse(0L));
    }
  }

  /**
   * Requires that the log reaches an entry of the store: the node has acknowledged everything up to
   * there, and its log is the only proof of what it has acknowledged after that. Each log with
   * votes has at least the entry with the members.
   */
  private void requireLog(long storeIndex) throws IOException {
    long logIndex = log(-1).last();
    if (logIndex < Math.max(storeIndex, 0)) {
      throw lostEntries(
          "its log ends before its store logIndex=" + logIndex + " storeIndex=" + storeIndex);
    }
  }

  /** Reads the log of this node, if it has one. */
  private LogFiles.Found log(long index) throws IOException {
    Optional<LogFiles> files = logIn(options.folder());
    if (files.isEmpty()) {
      return new LogFiles.Found(-1, -1);
    }
    try {
      return files.get().read(index, Settings.maxLoggedBytes(options));
    } catch (IOException | IllegalStateException e) {
      throw lostEntries(e.getMessage());
    }
  }

  private NodeUnusable lostEntries(@Nullable String why) {
    return new NodeUnusable("The node " + options.node()
        + " has lost entries that others may count on, because its part of the cluster's log is damaged: "
        + why + ". " + NodeUnusable.replace(options.node()));
  }

  /** Returns a file of Ratis, which keeps its own in a folder that it names. */
  private Optional<Path> find(String name) throws IOException {
    return find(options.folder(), name);
  }

  private static Optional<Path> find(Path folder, String name) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.getFileName().toString().equals(name)).findFirst();
    }
  }

  /** Returns the files of the log in a node's folder; empty if the node has none. */
  static Optional<LogFiles> logIn(Path folder) throws IOException {
    return find(folder, VOTES).map(votes -> new LogFiles(votes.resolveSibling("")));
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
          why = told(why, peer.id() + ": " + e.getMessage());
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
    }
    throw new NodeUnusable(
        "The node " + options.node()
            + " needs a copy of the leader's store, and none came: " + why
            + ". Start it again when a majority of the other nodes is up; what has been fetched is kept.");
  }

  private String told(String before, String why) {
    if (!why.equals(before)) {
      LOG.info("no copy of the leader's store yet reason=\"{}\"", why);
    }
    return why;
  }

  /**
   * Returns the other nodes: those of the options, and the members that this folder knows and that
   * the others have told. None of the options may be a member any more, and a member that was added
   * while this node was away may lead.
   */
  private List<NodeAddress> peers() throws IOException {
    Map<String, NodeAddress> all = new LinkedHashMap<>();
    options.nodes().forEach(node -> all.put(node.id(), node));
    for (Members known :
        List.of(Members.read(options), Members.of(options.folder(), members, Long.MAX_VALUE))) {
      if (known.last().isPresent()) {
        new FirstMembers(options, known).others().forEach(node -> all.put(node.id(), node));
      }
    }
    all.remove(options.node());
    return List.copyOf(all.values());
  }

  private boolean fetch(Path target, NodeAddress peer) throws IOException {
    String name = new NodeIdentity(options).nameOf();
    KnownFolders folders = KnownFolders.read(options, name);
    try (Wire wire = new Wire(
        new Sockets(options.tls()).connect(peer, CONNECT_MILLIS), Settings.maxCallBytes(options))) {
      String objection =
          folders.objection(peer.id(), wire.greet(Greeting.of(options, folders, peer.id())));
      if (!objection.isEmpty()) {
        throw new IOException(objection);
      }
      wire.patience(ANSWER_MILLIS);
      members(askText(wire, CopyCalls.MEMBERS)); // it tells them also if it does not lead
      boolean isComplete =
          new CopyFetch((code, question) -> ask(wire, code, question), target).run();
      if (isComplete) {
        members(askText(wire, CopyCalls.MEMBERS)); // up to the end of the copy
        folders.learn(askText(wire, CopyCalls.FOLDERS));
        new NodeIdentity(options).listens(isListener(wire, options.node()));
      }
      return isComplete;
    }
  }

  private static String askText(Wire wire, int code) throws IOException {
    return ask(wire, code, new byte[0]).body().toString(UTF_8);
  }

  /** Asks another node whether one is a listener. */
  static boolean isListener(Wire wire, String node) throws IOException {
    return ask(wire, CopyCalls.ROLE, node.getBytes(UTF_8))
        .body()
        .toString(UTF_8)
        .equals(CopyCalls.LISTENER);
  }

  /** Asks another node up to which time its store has published everything. */
  static long appliedTicks(Wire wire) throws IOException {
    var told = ask(wire, CopyCalls.APPLIED, new byte[0]).body();
    if (told.size() != Long.BYTES) {
      throw new IOException("an answer has another length bytes=" + told.size());
    }
    return told.asReadOnlyByteBuffer().getLong();
  }

  private static Frame ask(Wire wire, int code, byte[] question) throws IOException {
    wire.send(code, question);
    Frame answer = wire.receive();
    if (answer.code() != Wire.DONE) {
      throw new IOException(answer.body().toString(UTF_8));
    }
    return answer;
  }

  /** Sets what another node has told of the members. */
  void members(String told) {
    members = told;
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
    configure(folder, at);
  }

  /** Gives the node the configuration that the cluster had at the end of the copy. */
  private void configure(Path folder, Applied at) throws IOException {
    Members known = Members.of(folder, members, at.index());
    Optional<Path> votes = find(VOTES);
    Optional<Members.Change> last = known.last();
    if (votes.isPresent() && last.isEmpty()) {
      throw new NodeUnusable("The leader does not know the members at the end of its copy entry="
          + at.index() + ". Start the node again in a minute, for a newer copy.");
    }
    if (votes.isPresent()) { // else the leader tells it, before the node votes
      Path file = folder.resolve(options.folder().relativize(votes.get()) + ".conf");
      LogEntryProto entry = LogEntryProto.newBuilder()
          .setTerm(at.term())
          .setIndex(last.get().index())
          .setConfigurationEntry(last.get().configuration())
          .build();
      Files.write(file, entry.toByteArray());
    }
    known.write();
  }

  /**
   * Whether this node's log has entries after the copy that may be agreed on. If the log has
   * another entry than the copy at its end, nothing after it was agreed on.
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
        && !name.equals("members")
        && !name.equals("in_use.lock");
  }
}
