package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The owner of a folder: a file with the names of the cluster and of the node.
 *
 * <p>The folder holds the votes of a node and what it has promised to keep. A node that starts with
 * another's folder, or without its own, could vote twice or forget a promise, and entries would be
 * lost. Ratis does not check it. Runs on: a thread that may block.
 */
final class NodeIdentity {

  static final String FILE = "node";

  /** Says that the node was not one of the first. */
  private static final String JOINED = "node-joined";

  /** Says that the node never votes. */
  private static final String LISTENS = "node-listens";

  /** Says that the node is none of the cluster's any more. */
  private static final String REMOVED = "removed";

  /**
   * A folder that belongs to this node.
   *
   * @param name a name that no other folder has
   * @param isNew whether this node has promised nothing yet
   * @param joined whether the node was added to a cluster that ran, or waits for it, so that it
   *     must not found one
   * @param listens whether the node never votes
   */
  record Claim(String name, boolean isNew, boolean joined, boolean listens) {}

  private final ClusterOptions options;

  NodeIdentity(ClusterOptions options) {
    this.options = options;
  }

  /**
   * Marks a new folder as this node's, or checks that it is.
   *
   * @param last what the store has; a store that took part before has the folder of that time
   * @return the claimed folder
   */
  Claim claim(Applied last) throws IOException {
    Folder folder = FolderOnDisk.in(options.folder());
    SmallFile file = new SmallFile(folder, FILE);
    SmallFile joined = new SmallFile(folder, JOINED);
    if (new SmallFile(folder, REMOVED).exists()) {
      throw new NodeUnusable(removal(options));
    }
    String identity = "cluster=" + options.cluster() + "\nnode=" + options.node() + "\nfolder=";
    if (!file.exists()) {
      requireNew(folder, last);
      if (options.joins()) {
        joined.write(""); // before the name, so that no crash makes it a founder
      }
      String name = UUID.randomUUID().toString();
      file.write(identity + name + "\n");
      return new Claim(name, true, joined.exists(), folder.exists(LISTENS));
    }
    String found = file.read();
    if (!found.startsWith(identity)) {
      throw new NodeUnusable("The folder belongs to another node, whose votes it holds: folder="
          + options.folder() + " " + of(found)
          + ". Start this node with its own folder: --data, --cluster and --node belong together.");
    }
    return new Claim(
        found.substring(identity.length()).strip(), false, joined.exists(), folder.exists(LISTENS));
  }

  /** Notes that the node was removed. */
  void remove() throws IOException {
    new SmallFile(FolderOnDisk.in(options.folder()), REMOVED).write("");
  }

  /** Returns what a removed node says. */
  static String removal(ClusterOptions options) {
    return "The node " + options.node() + " was removed from the cluster " + options.cluster()
        + ", which goes on without it. Delete its folder. To let this machine take part again, start a node under another id with --cluster-join and an empty folder, and run 'weir cluster add'.";
  }

  /** Whether a folder is that of a node that was not one of the first. */
  static boolean hasJoined(Path folder) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), JOINED).exists();
  }

  /** Whether a folder is that of a node that never votes. */
  static boolean listens(Path folder) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), LISTENS).exists();
  }

  /** Whether a folder is that of a node without which its cluster goes on. */
  static boolean wasRemoved(Path folder) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), REMOVED).exists();
  }

  /** Notes whether the node votes. The leader decides it when the node is added. */
  void listens(boolean isListener) throws IOException {
    Folder folder = FolderOnDisk.in(options.folder());
    if (isListener) {
      new SmallFile(folder, LISTENS).write("");
    } else {
      folder.delete(LISTENS);
    }
  }

  /** Whether a folder was claimed by a node. */
  static boolean isIn(Path folder) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), FILE).exists();
  }

  /** Returns the name of a folder that was claimed before. */
  String nameOf() throws IOException {
    String found = new SmallFile(FolderOnDisk.in(options.folder()), FILE).read();
    return found.substring(found.lastIndexOf('=') + 1).strip();
  }

  /** Returns the cluster and the node of an identity, as facts. */
  private static String of(String identity) {
    return String.join(" ", identity.lines().limit(2).toList());
  }

  private void requireNew(Folder folder, Applied last) throws IOException {
    if (last.index() >= 0) {
      throw new NodeUnusable(
          "The store took part in a cluster, and the folder of its votes is gone: folder="
              + options.folder() + " storeIndex=" + last.index()
              + ". Put the folder back as it was last; an older one could break promises of this node. If it is lost: "
              + NodeUnusable.replace(options.node()));
    }
    if (folder.list().stream().anyMatch(name -> !name.startsWith(FILE))) {
      throw new NodeUnusable("The folder of a new node must be empty: folder=" + options.folder()
          + ". Move what is in it elsewhere, or name another folder with --data.");
    }
  }
}
