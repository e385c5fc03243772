package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;

/**
 * What the folder of a stopped node tells of a cluster of which the other nodes may be gone.
 * Changes nothing. Runs on: a thread that may block.
 *
 * @param cluster its name
 * @param node the id of the node
 * @param listens whether the node never voted
 * @param removed whether the cluster has gone on without the node
 * @param others the other members that the node knows, listeners too; none if that is not known
 * @param folder of the agreement
 */
public record SurvivingNode(
    String cluster,
    String node,
    boolean listens,
    boolean removed,
    List<NodeAddress> others,
    Path folder) {

  private static final int CONNECT_MILLIS = 1_000;

  /**
   * Reads the folder of a node's agreement.
   *
   * @throws NodeUnusable if it is not the folder of a node
   */
  public static SurvivingNode read(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !NodeIdentity.isIn(folder)) {
      throw new NodeUnusable("The folder is not that of a node of a cluster: folder=" + folder
          + ". Name the folder that the node had as --data.");
    }
    List<String> identity = new SmallFile(FolderOnDisk.in(folder), NodeIdentity.FILE)
        .read()
        .lines()
        .map(line -> line.substring(line.indexOf('=') + 1))
        .toList();
    if (identity.size() < 2) {
      throw new NodeUnusable("The file that names the node is damaged: folder=" + folder + ".");
    }
    String node = identity.get(1);
    List<NodeAddress> others = Members.read(folder).last().stream()
        .flatMap(now -> Stream.concat(
            now.configuration().getPeersList().stream(),
            now.configuration().getListenersList().stream()))
        .map(SurvivingNode::address)
        .filter(other -> !other.id().equals(node))
        .toList();
    return new SurvivingNode(
        identity.get(0),
        node,
        NodeIdentity.listens(folder),
        NodeIdentity.wasRemoved(folder),
        others,
        folder);
  }

  private static NodeAddress address(RaftPeerProto peer) {
    return NodeAddress.of(peer.getId().toStringUtf8(), peer.getAddress());
  }

  /** Passes on the entries of the log that the node has, whether they were agreed on or not. */
  public void entries(BiConsumer<Applied, ByteBuffer> reader) throws IOException {
    Optional<LogFiles> files = NodeCopy.logIn(folder);
    if (files.isPresent()) {
      files.get().readWhole(Settings.maxLoggedBytes(), entry -> {
        if (entry.hasStateMachineLogEntry()) {
          reader.accept(
              new Applied(entry.getTerm(), entry.getIndex()),
              entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
        }
      });
    }
  }

  /** Returns the other members at whose addresses something listens. */
  public List<NodeAddress> answering() {
    return others.stream().filter(SurvivingNode::isTaken).toList();
  }

  private static boolean isTaken(NodeAddress node) {
    try (Socket socket = new Socket()) {
      socket.connect(Sockets.address(node), CONNECT_MILLIS);
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }
}
