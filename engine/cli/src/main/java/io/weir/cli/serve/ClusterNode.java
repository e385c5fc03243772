package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.terminal.CommandFailure;
import io.weir.cluster.ClusterOptions;
import io.weir.cluster.NodeAddress;
import io.weir.cluster.NodeCopy;
import io.weir.cluster.RatisConsensus;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.replication.Place;
import io.weir.engine.store.Membership;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/**
 * Makes a store a node of a cluster. With {@code StoreCopies} the only class of the command line
 * that knows the agreement, so that a store of its own loads nothing of it.
 */
final class ClusterNode {

  private ClusterNode() {}

  /** How a node begins. */
  enum Start {
    /** With what its folder has. */
    AS_IT_IS,
    /** As a new node that is about to be added. */
    JOINING,
    /** With its votes, and with a copy of the leader's store in place of its own. */
    WITH_COPY
  }

  /** How long a new node waits for an operator. */
  private static final Duration UNTIL_ADDED = Duration.ofHours(1);

  /** How long a node waits for a leader that has a copy for it. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /**
   * Returns what makes the store a node. Brings the store up to the leader's state first if the
   * node was away for too long, or its operator wants it.
   *
   * @param start how the node begins
   * @param service returns where clients reach the node, for its host among the peers
   * @throws IllegalArgumentException if a name, an address or the number of nodes is not possible
   */
  static ServedNode of(
      String cluster,
      String node,
      String peers,
      Path folder,
      int partitionGroups,
      Start start,
      UnaryOperator<String> service,
      Optional<SSLContext> tls,
      long retainedLogBytes)
      throws IOException {
    var nodes = NodeAddress.list(peers);
    var agreed = "partition-groups=" + groups(folder, partitionGroups);
    var plain = ClusterOptions.of(cluster, node, nodes, folder.resolve(ClusterOptions.FOLDER))
        .withAgreed(agreed)
        .withService(service.apply(host(node, nodes)))
        .withRetainedLogBytes(retainedLogBytes);
    var secured = tls.map(plain::withTls).orElse(plain);
    var options = start == Start.JOINING ? secured.joining() : secured;
    UUID storeId = UUID.nameUUIDFromBytes(("weir store of " + cluster).getBytes(UTF_8));
    catchUp(folder, options, start, storeId);
    var copies = new StoreCopies();
    return new ServedNode(
        new Membership(storeId, () -> new RatisConsensus(options, copies)), copies::serve);
  }

  private static void catchUp(Path folder, ClusterOptions options, Start start, UUID storeId)
      throws IOException {
    new FolderReplacement(folder).finish();
    var copy = new NodeCopy(options);
    switch (start) {
      case JOINING -> join(folder, copy);
      case WITH_COPY -> copy.requireVotes(lastOf(folder, storeId));
      case AS_IT_IS -> {}
    }
    if (start != Start.WITH_COPY && !copy.isNeeded()) {
      return;
    }
    var fetched = folder.resolveSibling(folder.getFileName() + ".fetched");
    try (var lock = FolderLock.acquire(folder)) { // the node does not run
      copy.fetch(fetched, (start == Start.JOINING ? UNTIL_ADDED : PATIENCE).toMillis());
      replace(folder, fetched, copy);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a copy of the store was fetched", e);
    }
  }

  /** Returns the last entry that a store is known to have; empty if its file is lost or damaged. */
  private static Optional<Applied> lastOf(Path folder, UUID storeId) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try {
      return new AppliedFile(FolderOnDisk.in(folder), storeId).read().map(Place::entry);
    } catch (FileDamaged e) {
      return Optional.empty(); // what the operator gives up
    }
  }

  /** A store that is no node's would be lost to the copy. */
  private static void join(Path folder, NodeCopy copy) throws IOException {
    if (Files.exists(folder.resolve(StoreIdentity.FILE))
        && !Files.isDirectory(folder.resolve(ClusterOptions.FOLDER))) {
      throw CommandFailure.wrongUsage(
          "The folder holds a store of its own; --cluster-join needs an empty folder: " + folder);
    }
    copy.join();
  }

  /** Makes the store of the copy, with this node's votes, in place of the present one. */
  private static void replace(Path folder, Path fetched, NodeCopy copy) throws IOException {
    var replacement = new FolderReplacement(folder);
    FolderReplacement.delete(replacement.next(), StoreIdentity.FILE);
    FolderReplacement.delete(replacement.old(), StoreIdentity.FILE);
    replacement.prepare();
    var last = Restore.ofNode(fetched, replacement.next(), CopyListener.NOBODY);
    copy.moveTo(replacement.next().resolve(ClusterOptions.FOLDER), last);
    replacement.run();
    FolderReplacement.delete(replacement.old(), StoreIdentity.FILE);
    FolderReplacement.delete(fetched, "BACKUP");
  }

  private static String host(String node, Iterable<NodeAddress> nodes) {
    for (var one : nodes) {
      if (one.id().equals(node)) {
        return one.host();
      }
    }
    return "";
  }

  /** Returns the number of partition groups that the store has, or will have. */
  private static int groups(Path folder, int ofNew) throws IOException {
    return Files.exists(folder.resolve(StoreIdentity.FILE))
        ? StoreIdentity.read(FolderOnDisk.in(folder)).partitionGroups()
        : ofNew;
  }
}
