package io.weir.cluster;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * With which folder each node takes part: the file {@code folders}, a line {@code ID=UUID} for each
 * node that this one has met.
 *
 * <p>A node whose folder is lost has forgotten its votes and the entries that it has acknowledged.
 * If it started with an empty folder, it could vote twice in a term, and help a node to the
 * leadership that lacks acknowledged entries. Raft cannot tell such a node from one that never took
 * part, so the others remember which folder it had: they refuse it, and tell it so. A name is noted
 * durably before the first call is answered or made.
 *
 * <p>A node that is added is told all names that the leader knows ({@link #text}), together with
 * its copy of the store. It has not met these nodes, and would take a member that lost its folder
 * for one that it meets for the first time. What it has met itself is never replaced by what it is
 * told.
 *
 * <p>Runs on: any thread that may block.
 */
final class KnownFolders {

  private static final Logger LOG = LoggerFactory.getLogger(KnownFolders.class);
  private static final String FILE = "folders";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");

  private final SmallFile file;
  private final String node;
  private final String own;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Map<String, String> known = new TreeMap<>();

  /** Why the others refuse this node; null while they do not. */
  private volatile @Nullable String refusal;

  private KnownFolders(SmallFile file, String node, String own) {
    this.file = file;
    this.node = node;
    this.own = own;
  }

  /**
   * Reads what a node knows.
   *
   * @param own the name of this node's folder
   */
  static KnownFolders read(ClusterOptions options, String own) throws IOException {
    Folder folder = FolderOnDisk.in(options.folder());
    KnownFolders folders = new KnownFolders(new SmallFile(folder, FILE), options.node(), own);
    if (folders.file.exists()) {
      folders.file.read().lines().forEach(folders::load);
    }
    return folders;
  }

  private void load(String line) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      known.put(line.substring(0, equals), line.substring(equals + 1));
    }
  }

  /** Returns the name of this node's folder. */
  String own() {
    return own;
  }

  /** Returns the name of the folder that another node has; empty if this node has not met it. */
  String of(String other) {
    lock.lock();
    try {
      return known.getOrDefault(other, "");
    } finally {
      lock.unlock();
    }
  }

  /** Notes the folder of another node, or returns why it may not take part; empty if it may. */
  String objection(String other, String folder) throws IOException {
    if (!NAME.matcher(folder).matches()) {
      return "the name of the folder is damaged node=" + other;
    }
    lock.lock();
    try {
      String before = known.putIfAbsent(other, folder);
      if (before == null) {
        write(other);
        return "";
      }
      return before.equals(folder)
          ? ""
          : "the node " + other
              + " comes with another folder than before, so its votes and entries are lost; start it with the folder that it had, or replace it by a node of another id";
    } finally {
      lock.unlock();
    }
  }

  /** Returns what this node knows, and its own name, for a node that fetches a copy. */
  String text() {
    lock.lock();
    try {
      Map<String, String> all = new TreeMap<>(known);
      all.put(node, own);
      return text(all);
    } finally {
      lock.unlock();
    }
  }

  private static String text(Map<String, String> folders) {
    return folders.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** Notes what another node knows, durably, except of nodes that this one has met. */
  void learn(String told) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String line : told.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals < 1 || !NAME.matcher(line.substring(equals + 1)).matches()) {
        throw new IOException("the list of the nodes' folders is damaged");
      }
      all.put(line.substring(0, equals), line.substring(equals + 1));
    }
    all.remove(node);
    lock.lock();
    try {
      all.putAll(known);
      file.write(text(all));
      known.putAll(all);
    } finally {
      lock.unlock();
    }
  }

  private void write(String added) throws IOException {
    try {
      file.write(text(known));
    } catch (IOException e) {
      known.remove(added);
      throw e;
    }
  }

  /**
   * Returns why this node may not take part, if another one has met it with a certain folder; empty
   * if it may.
   */
  String ownObjection(String other, String metWith) {
    if (metWith.isEmpty() || metWith.equals(own)) {
      return "";
    }
    String reason =
        "this node took part before with another folder, which holds its votes and entries; start it with that folder. If that is lost: "
            + NodeUnusable.replace(node);
    if (refusal == null) {
      refusal = reason;
      LOG.error("{} node={} known by node={}", reason, node, other);
    }
    return "node=" + node + " took part before with another folder";
  }

  /** Returns why this node may not take part; null if it may. */
  @Nullable
  String refusal() {
    return refusal;
  }
}
