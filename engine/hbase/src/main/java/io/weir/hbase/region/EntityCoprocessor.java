package io.weir.hbase.region;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.Service;
import io.weir.hbase.protocol.Columns;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor of the table of entities. HBase makes one for each region that it opens.
 *
 * <p>When the region is open, all its cells are in store files: HBase replays the write-ahead log
 * into files before. The greatest version in the files is therefore the last Timestamp that any
 * server gave in the region and that still matters, and this server's Timestamps continue above it.
 */
public final class EntityCoprocessor implements RegionCoprocessor, RegionObserver {

  private static final Logger LOG = LoggerFactory.getLogger(EntityCoprocessor.class);

  /** The status with which {@code -XX:+ExitOnOutOfMemoryError} ends a process. */
  private static final int OUT_OF_MEMORY = 3;

  private static final String ENTITIES = new String(Columns.entities(), US_ASCII);

  private final RegionTimestamps timestamps = new RegionTimestamps(Clock.systemUTC());

  /**
   * Written when HBase starts the coprocessor, which happens before it routes any call to the
   * region.
   */
  private volatile @Nullable RegionCoprocessorEnvironment environment;

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void start(CoprocessorEnvironment started) throws IOException {
    if (!(started instanceof RegionCoprocessorEnvironment ofRegion)) {
      throw new IOException("The coprocessor belongs to regions only.");
    }
    environment = ofRegion;
  }

  @Override
  public Iterable<Service> getServices() {
    return List.of(new EntityEndpoint(this::region, timestamps, EntityCoprocessor::endProcess));
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
    var region = context.getEnvironment().getRegion();
    region.getStores().stream()
        .filter(store -> store.getColumnFamilyName().equals(ENTITIES))
        .flatMap(EntityCoprocessor::files)
        .flatMapToLong(file -> file.getMaximumTimestamp().stream())
        .forEach(timestamps::continueAfter);
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> context, FlushLifeCycleTracker tracker)
      throws IOException {
    SplitAfterFirst.request(context.getEnvironment());
  }

  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      StoreFile result,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request)
      throws IOException {
    SplitAfterFirst.request(context.getEnvironment());
  }

  private static void endProcess(OutOfMemoryError cause) {
    try {
      LOG.error("The region server ends, because its memory ran out.", cause);
    } finally {
      Runtime.getRuntime().halt(OUT_OF_MEMORY);
    }
  }

  /** Returns the Timestamps of the region. */
  RegionTimestamps timestamps() {
    return timestamps;
  }

  private static Stream<? extends StoreFile> files(Store store) {
    return store.getStorefiles().stream();
  }

  private Region region() throws IOException {
    var current = environment;
    if (current == null) {
      throw new IOException("The coprocessor has not started.");
    }
    return current.getRegion();
  }
}
