package io.weir.cluster;

import static org.apache.ratis.proto.RaftProtos.RaftPeerProto;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
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
 * The members of the cluster, from which entry on: the file {@code members}, a line {@code INDEX
 * CONFIGURATION} for each change that was agreed on.
 *
 * <p>Ratis keeps the last configuration only. A copy of the store ends at some entry, and the node
 * that starts with it needs the configuration of that entry: with an earlier one it could be
 * elected by a majority that is none any more, with a later one Ratis would forget it when it
 * receives the entries before. A member that is in the history and not in the last configuration
 * was removed, for certain and for ever: an id is used once.
 *
 * <p>A change counts in this process from its note on, also while the disk does not take it. It is
 * written again at the next note of any change, which each leader's term begins with, and at the
 * next {@link #retry}.
 *
 * <p>Runs on: any thread; {@link #note}, {@link #retry} and {@link #write} on one that may block.
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

  /** The file. */
  interface Storage {
    /** Replaces the text of the file. Blocks. */
    void write(String text) throws IOException;
  }

  private final Storage storage;

  /** Held by a thread that notes or writes, also while it waits for the disk. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether the disk lacks the last changes. Guarded by the lock. */
  private boolean unwritten;

  /** Never changed, but replaced: written under the lock, read by any thread without it. */
  private volatile NavigableMap<Long, RaftConfigurationProto> changes;

  Members(Storage storage, NavigableMap<Long, RaftConfigurationProto> changes) {
    this.storage = storage;
    this.changes = Collections.unmodifiableNavigableMap(new TreeMap<>(changes));
  }

  /** Reads what a node knows; nothing if it is new. */
  static Members read(ClusterOptions options) throws IOException {
    return read(options.folder());
  }

  /** Reads what the node knows that has a folder. */
  static Members read(Path folder) throws IOException {
    boolean isThere = Files.isDirectory(folder) && file(folder).exists();
    return in(folder, isThere ? parse(file(folder).read()) : new TreeMap<>());
  }

  private static Members in(Path folder, NavigableMap<Long, RaftConfigurationProto> changes) {
    return new Members(text -> file(folder).write(text), changes);
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
      if (before == null || !before.getValue().equals(configuration)) {
        changes = with(index, configuration);
        unwritten = true;
      }
      writeWhatIsOpen();
    } finally {
      lock.unlock();
    }
  }

  private NavigableMap<Long, RaftConfigurationProto> with(
      long index, RaftConfigurationProto configuration) {
    NavigableMap<Long, RaftConfigurationProto> next = new TreeMap<>(changes);
    next.put(index, configuration);
    while (next.size() > MOST_CHANGES) {
      next.pollFirstEntry();
    }
    return Collections.unmodifiableNavigableMap(next);
  }

  /** Writes what the disk did not take before; nothing if it has all. */
  void retry() {
    lock.lock();
    try {
      writeWhatIsOpen();
    } finally {
      lock.unlock();
    }
  }

  private void writeWhatIsOpen() {
    if (!unwritten) {
      return;
    }
    try {
      storage.write(text(changes));
      unwritten = false;
    } catch (IOException e) {
      LOG.warn(
          "the members were not noted; tried again in the next term and at the next checkpoint index={}",
          changes.lastKey(),
          e);
    }
  }

  /** Returns the configuration at an entry, if it is known. */
  Optional<Change> at(long index) {
    return Optional.ofNullable(changes.floorEntry(index))
        .map(found -> new Change(found.getKey(), found.getValue()));
  }

  /** Returns the last configuration that was agreed on; empty for a new node. */
  Optional<Change> last() {
    return at(Long.MAX_VALUE);
  }

  /** Whether a node was a member and is none any more. */
  boolean isRemoved(String id) {
    var now = changes;
    return !now.isEmpty()
        && !new Change(0, now.lastEntry().getValue()).has(id)
        && now.values().stream().anyMatch(earlier -> new Change(0, earlier).has(id));
  }

  /** Returns the history, for a node that fetches a copy. */
  String text() {
    return text(changes);
  }

  /** Returns the history of another node up to an entry, to be kept in a folder. */
  static Members of(Path folder, String text, long upTo) throws IOException {
    return in(folder, parse(text).headMap(upTo, true));
  }

  /** Writes the file. */
  void write() throws IOException {
    storage.write(text());
  }
}
