package io.weir.engine.archive;

import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.log.LogExcerpt;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A place that keeps the bases and pieces of one store. What an addition has returned of is durable
 * and was read back; an interrupted one leaves nothing that counts.
 *
 * <p>Used by two threads, which may block: one adds pieces, the other bases. Both delete pieces.
 */
interface ArchiveTarget {

  /**
   * A backup in an archive.
   *
   * @param chain number of the chain that was written when the backup began
   * @param name of its folder
   */
  record Base(long chain, String name, BackupManifest manifest) {

    /** Returns the position at which its own log ends. */
    long end() {
      return manifest.points().end();
    }
  }

  /**
   * How far an archive has got.
   *
   * @param chain number of the chain
   * @param position up to which the chain has the log
   * @param time the archive has every write that was acknowledged by then
   */
  record Reached(long chain, long position, Instant time) {}

  /**
   * Makes the place the archive of a store. Deletes what interrupted additions have left.
   *
   * @throws BackupRefused when it is that of another store, or holds something else
   */
  void claim(StoreIdentity store) throws IOException;

  /** Fails if the place is not the archive that was claimed. */
  void requireClaimed() throws IOException;

  List<Piece> pieces() throws IOException;

  /** Adds a piece, or replaces one of the same positions. */
  void add(Piece piece, LogExcerpt excerpt) throws IOException;

  /** Whether a piece has the same bytes as the store's log. */
  boolean holds(Piece piece, LogExcerpt excerpt) throws IOException;

  /** Deletes a piece if it is there. */
  void delete(Piece piece) throws IOException;

  /** Returns all complete bases, newest first: later chains before earlier ones. */
  List<Base> bases() throws IOException;

  /** Backs the store up. Unchanged blocks are shared with the newest base. */
  void addBase(Store store, long chain, Clock clock) throws IOException;

  /** Deletes bases. */
  void delete(List<Base> bases) throws IOException;

  /** Returns how far the archive has got; empty before the first record of it. */
  Optional<Reached> reached() throws IOException;

  void record(Reached reached) throws IOException;
}
