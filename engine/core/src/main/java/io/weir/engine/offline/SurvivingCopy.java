package io.weir.engine.offline;

import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.Member;
import io.weir.engine.consensus.Outcome;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.TemporaryFolder;
import io.weir.engine.loop.Loops;
import io.weir.engine.replication.AgreedTime;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.store.Membership;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreEnvironment;
import io.weir.engine.store.StoreIdentity;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * The copy of a stopped node whose cluster is gone, and the store of its own that is made of it.
 * Owner: the caller's thread, which blocks.
 *
 * <p>The copy is opened as that of a node which meets no other, so it stays what it is: if the
 * cluster comes back after all, the node takes part in it as before. The new store is a backup of
 * it, restored elsewhere, with an identity of its own: no node, token, archive or backup of the
 * cluster fits it.
 */
public final class SurvivingCopy implements AutoCloseable {

  private static final String TEMPORARY = "weir-promotion-";
  private static final long PAUSE_NANOS = 1_000_000;

  private final Store store;
  private final Alone alone;
  private final Agreed agreed;

  /** The log of the agreement, as far as the node has it. */
  @FunctionalInterface
  public interface Agreed {
    /** Passes all entries on, in their order. */
    void read(BiConsumer<Applied, ByteBuffer> entry) throws IOException;
  }

  /**
   * How far a copy reaches.
   *
   * @param end the last entry of the agreed sequence that it has
   * @param position of its log after this entry
   * @param wholeTicks every write that was acknowledged with a Timestamp up to this one is in the
   *     copy; 0 if the node does not know such a time
   * @param lastTicks the highest Timestamp in the copy, or a closed time after it; 0 if there is
   *     none. Of the writes between the two, some may be missing
   * @param leftOut how many entries the node has received and does not know to be agreed on; the
   *     copy does not have them
   */
  public record Reach(Applied end, long position, long wholeTicks, long lastTicks, long leftOut) {}

  private SurvivingCopy(Store store, Alone alone, Agreed agreed) {
    this.store = store;
    this.alone = alone;
    this.agreed = agreed;
  }

  /**
   * Opens the copy in the folder of a node that is stopped.
   *
   * @param loops on which it is opened; they run on
   * @throws BackupRefused if the folder is not that of a node
   */
  public static SurvivingCopy open(Path folder, Agreed agreed, Loops loops) throws IOException {
    if (!Files.exists(folder.resolve(StoreIdentity.FILE))) {
      throw refused(folder);
    }
    var files = FolderOnDisk.in(folder);
    var id = StoreIdentity.read(files).id();
    if (new AppliedFile(files, id).read().isEmpty()) {
      throw refused(folder);
    }
    var alone = new Alone();
    var store = Store.open(
        StoreOptions.in(folder),
        loops,
        StoreEnvironment.SYSTEM.withMembership(new Membership(id, () -> alone)));
    return new SurvivingCopy(store, alone, agreed);
  }

  private static BackupRefused refused(Path folder) {
    return new BackupRefused(
        "The folder holds no store of a node; name the folder that the node had as --data. folder="
            + folder);
  }

  /** Returns how far the copy reaches. */
  public Reach reach() throws IOException {
    var time = new AgreedTime(alone.end);
    try {
      agreed.read(time::entry);
    } catch (IllegalStateException e) {
      throw new IOException("the log of the agreement is damaged: " + e.getMessage(), e);
    }
    var position = store.log().durablePosition();
    var published = new ServingShards(
            store.log(), store.shards(), () -> LockSupport.parkNanos(PAUSE_NANOS))
        .awaitPublished(position);
    return new Reach(
        alone.end, position, time.closedTicks(), published.highestTicks(), time.after());
  }

  /** Whether the store may still be made. */
  @FunctionalInterface
  public interface Fence {
    /** Fails if it may not. */
    void require() throws IOException;
  }

  /**
   * Makes a store of its own of the copy, in a folder that does not exist. Takes the room of a
   * backup beside it meanwhile. The file that makes the folder a store is written last.
   *
   * @param fence is asked again when the backup is written, which may take long
   * @throws BackupRefused if the folder exists, or a page of the copy is damaged
   */
  public void writeTo(Path target, CopyListener listener, Fence fence) throws IOException {
    var whole = target.toAbsolutePath().normalize();
    if (Files.exists(whole)) {
      throw new BackupRefused(
          "The folder of the new store exists; name another one, or delete it if an attempt left it. folder="
              + whole);
    }
    try (var temporary = TemporaryFolder.in(whole.resolveSibling(""), TEMPORARY)) {
      var backup = temporary.path().resolve("copy");
      Backup.write(store, backup, Clock.systemUTC(), listener);
      fence.require();
      Restore.run(backup, whole, new RestorePoint.End(), listener);
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
  }

  /** The part of a node in an agreement without other nodes: it never leads and hears nothing. */
  private static final class Alone implements Consensus {

    private static final int MAX_ENTRY_BYTES = 32 << 20;

    /** Set by the thread that opens the store. */
    private volatile Applied end = Applied.NONE;

    @Override
    public void start(Member member, Applied last) {
      end = last;
    }

    @Override
    public boolean propose(long term, ByteBuffer entry, Outcome outcome) {
      return false;
    }

    @Override
    public int maxEntryBytes() {
      return MAX_ENTRY_BYTES;
    }

    @Override
    public void durable(Applied upTo) {}

    @Override
    public void eligible(boolean mayLead) {}

    @Override
    public CompletionStage<String> transfer(long term, String to) {
      return CompletableFuture.failedFuture(noOther());
    }

    @Override
    public void add(String node, String address) {
      throw noOther();
    }

    @Override
    public void addListener(String node, String address) {
      throw noOther();
    }

    @Override
    public void remove(String node) {
      throw noOther();
    }

    private static ChangeRefused noOther() {
      return new ChangeRefused("there is no other node");
    }

    @Override
    public boolean holdsLease(long term) {
      return false;
    }

    @Override
    public ConsensusStatus status() {
      return new ConsensusStatus(
          "", ConsensusStatus.Role.STOPPED, 0, null, null, end, end.index(), null, List.of(), null);
    }

    @Override
    public void close() {}
  }
}
