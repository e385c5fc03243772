package io.weir.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The settings of Ratis, each with its reason. */
final class Settings {

  /**
   * Ratis's log consists of files of this length. It deletes whole files, and keeps the entries of
   * a few of them in memory.
   */
  static final int SEGMENT_BYTES = 16 << 20;

  /**
   * An entry on the wire and on the disk has this many bytes more than its content, at most: term,
   * index, ids, lengths, checksum.
   */
  private static final int ENVELOPE_BYTES = 1 << 10;

  /** A call carries this many entries at most. */
  static final int MAX_CALL_ENTRIES = 1024;

  private static final TimeDuration FAILED_CALL_PAUSE =
      TimeDuration.valueOf(50, TimeUnit.MILLISECONDS);

  private Settings() {}

  /** Returns the most bytes of a call between nodes: entries, and what Ratis tells beside them. */
  static int maxCallBytes(ClusterOptions options) {
    return options.maxEntryBytes() + (1 << 20);
  }

  /** Returns the most bytes of an entry in the log's files. */
  static int maxLoggedBytes(ClusterOptions options) {
    return options.maxEntryBytes() + ENVELOPE_BYTES;
  }

  /** Returns the most bytes of an entry in the files of any node. */
  static int maxLoggedBytes() {
    return ClusterOptions.LONGEST_ENTRY_BYTES + ENVELOPE_BYTES;
  }

  static RaftProperties of(ClusterOptions options, boolean isNew) {
    RaftProperties settings = new RaftProperties();
    RaftServerConfigKeys.setStorageDir(settings, List.of(options.folder().toFile()));
    RaftConfigKeys.Rpc.setType(settings, new Transport());
    elections(settings, options.electionTimeout(), isNew);
    log(settings, options);
    limits(settings, options);
    return settings;
  }

  private static void elections(RaftProperties settings, Duration timeout, boolean isNew) {
    RaftServerConfigKeys.Rpc.setTimeoutMin(settings, millis(timeout.toMillis()));
    RaftServerConfigKeys.Rpc.setTimeoutMax(settings, millis(timeout.toMillis() * 9 / 5));
    if (isNew) {
      // a new cluster need not wait for a leader that is not there; a node that answered one before
      // it was killed must, see Lease
      RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(settings, millis(timeout.toMillis() / 2));
      RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(settings, millis(timeout.toMillis()));
    }
    RaftServerConfigKeys.Rpc.setSleepTime(settings, FAILED_CALL_PAUSE);
    // a leader that lost its majority, or stood still this long, lets others go first
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
        settings, millis(timeout.toMillis() * 4));
    // a process that was stopped for minutes goes on as a follower; Ratis would end it
    RaftServerConfigKeys.setCloseThreshold(settings, TimeDuration.valueOf(1, TimeUnit.DAYS));
  }

  private static void log(RaftProperties settings, ClusterOptions options) {
    int longest = maxLoggedBytes(options);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(settings, SizeInBytes.valueOf(longest));
    RaftServerConfigKeys.Log.Appender.setBufferElementLimit(settings, MAX_CALL_ENTRIES);
    // a length and a checksum come to the longest entry
    RaftServerConfigKeys.Log.setWriteBufferSize(
        settings, SizeInBytes.valueOf(longest + ENVELOPE_BYTES));
    // a follower's calls come one after another (PatientStore) and append on their own thread;
    // Ratis
    // would use the JVM's common pool, which starts a thread for each task on two processors
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(settings, false);
    // a longer entry is written to the file all the same
    RaftServerConfigKeys.Log.setSegmentSizeMax(settings, SizeInBytes.valueOf(SEGMENT_BYTES));
    RaftServerConfigKeys.Log.setPreallocatedSize(settings, SizeInBytes.valueOf(SEGMENT_BYTES));
    // Ratis would log each commit index as an entry of its own and force that too: two forces for
    // each group
    RaftServerConfigKeys.Log.setLogMetadataEnabled(settings, false);
    // the state machine decides how far the log may be cut
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(settings, true);
    RaftServerConfigKeys.Log.setPurgeGap(settings, 1);
    RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(settings, false);
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(settings, false);
  }

  private static void limits(RaftProperties settings, ClusterOptions options) {
    int entries = 2 * Proposals.MAX_ENTRIES;
    SizeInBytes bytes =
        SizeInBytes.valueOf(4L * Math.max(Proposals.MAX_BYTES, options.maxEntryBytes()));
    // wider than what Proposals admits, so that Ratis itself never refuses an entry for want of
    // room
    RaftServerConfigKeys.Write.setElementLimit(settings, entries);
    RaftServerConfigKeys.Write.setByteLimit(settings, bytes);
    RaftServerConfigKeys.Log.setQueueElementLimit(settings, entries);
    RaftServerConfigKeys.Log.setQueueByteLimit(settings, bytes);
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(settings, 2);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(
        settings, SizeInBytes.valueOf(4L * SEGMENT_BYTES));
    // nothing is ever sent twice under one number
    RaftServerConfigKeys.RetryCache.setExpiryTime(settings, TimeDuration.ONE_SECOND);
  }

  private static TimeDuration millis(long millis) {
    return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
  }
}
