package io.weir.cluster;

import static org.apache.ratis.proto.RaftProtos.RaftPeerProto;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who the members of the cluster were, from which entry on: the file {@code members}, a line
 * {@code INDEX CONFIGURATION} for each change that was agreed on.
 *
 * <p>Ratis keeps the last configuration only. A copy of the store ends at some entry, and the node
 * that starts with it needs the configuration of that entry: with an earlier one it could be
 * elected by a majority that is none any more, with a later one Ratis would forget it when it
 * receives the entries before. A member that is in the history and not in the last configuration
 * was removed, for certain and for ever: an id is used once.
 *
 * <p>Runs on: any thread that may block.
 */
final class Members {

  private static final Logger LOG = LoggerFactory.getLogger(Members.class);
  private static final String FILE = "members";

  /** More changes are forgotten, the oldest first. Each takes some hundred bytes. */
  static final int MOST_CHANGES = 1_000;

  /** A configuration and the entry that began it. */
  record Change(long index, RaftConfigurationProto configuration) {

    /** Returns all members, those that are being removed too. */
    List<RaftPeerProto> peers() {
      return Stream.of(
              configuration.getPeersList(),
              configuration.getListenersList(),
              configuration.getOldPeersList(),
              configuration.getOldListenersList())
          .flatMap(List::stream)
          .toList();
    }

    boolean has(String id) {
      return peers().stream().anyMatch(peer -> peer.getId().toStringUtf8().equals(id));
    }
  }

  private final Path folder;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final NavigableMap<Long, RaftConfigurationProto> changes;

  private Members(Path folder, NavigableMap<Long, RaftConfigurationProto> changes) {
    this.folder = folder;
    this.changes = changes;
  }

  /** Reads what a node knows; nothing if it is new. */
  static Members read(ClusterOptions options) throws IOException {
    Path folder = options.folder();
    boolean isThere = Files.isDirectory(folder) && file(folder).exists();
    return new Members(folder, isThere ? parse(file(folder).read()) : new TreeMap<>());
  }

  private static SmallFile file(Path folder) throws IOException {
    return new SmallFile(FolderOnDisk.in(folder), FILE);
  }

  private static NavigableMap<Long, RaftConfigurationProto> parse(String text) throws IOException {
    NavigableMap<Long, RaftConfigurationProto> changes = new TreeMap<>();
    try {
      for (String line : text.lines().toList()) {
        int blank = line.indexOf(' ');
        changes.put(
            Long.parseLong(line.substring(0, blank)),
            RaftConfigurationProto.parseFrom(
                Base64.getDecoder().decode(line.substring(blank + 1))));
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("the list of members is damaged", e);
    }
    return changes;
  }

  private static String text(Map<Long, RaftConfigurationProto> changes) {
    return changes.entrySet().stream()
        .map(change -> change.getKey() + " "
            + Base64.getEncoder().encodeToString(change.getValue().toByteArray()) + "\n")
        .collect(Collectors.joining());
  }

  /** Notes a configuration that was agreed on. A disk that takes no file is tried again later. */
  void note(long index, RaftConfigurationProto configuration) {
    lock.lock();
    try {
      var before = changes.floorEntry(index);
      if (before != null && before.getValue().equals(configuration)) {
        return;
      }
      changes.put(index, configuration);
      while (changes.size() > MOST_CHANGES) {
        changes.pollFirstEntry();
      }
      file(folder).write(text(changes));
    } catch (IOException e) {
      LOG.warn("the members were not noted; tried again at the next change index={}", index, e);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the configuration at an entry, if it is known. */
  Optional<Change> at(long index) {
    lock.lock();
    try {
      return Optional.ofNullable(changes.floorEntry(index))
          .map(found -> new Change(found.getKey(), found.getValue()));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the last configuration that was agreed on; empty for a new node. */
  Optional<Change> last() {
    return at(Long.MAX_VALUE);
  }

  /** Whether a node was a member and is none any more. */
  boolean isRemoved(String id) {
    lock.lock();
    try {
      return !last().map(now -> now.has(id)).orElse(true)
          && changes.values().stream().anyMatch(earlier -> new Change(0, earlier).has(id));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the history, for a node that fetches a copy. */
  String text() {
    lock.lock();
    try {
      return text(changes);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the history of another node up to an entry, to be kept in a folder. */
  static Members of(Path folder, String text, long upTo) throws IOException {
    return new Members(folder, new TreeMap<>(parse(text).headMap(upTo, true)));
  }

  /** Writes the file. */
  void write() throws IOException {
    file(folder).write(text());
  }
}
