package io.weir.server.settings;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.wire.HttpDate;
import io.weir.api.xml.Element;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The statistics of a service's replication, which its secondary tells. Any thread.
 *
 * <pre>
 * the secondary                                     Status        LastSyncTime
 * a node's copy, with a time up to which it is whole  live          that time, in whole seconds
 * a node's copy of which no such time is known yet  bootstrap     empty
 * a leader's view of the other nodes, of which none answers  unavailable   empty
 * the same store as the primary                       unavailable   empty
 * the same store, with the claim of a live copy       live          now
 * </pre>
 *
 * <p>Source: the public documentation, "Get Table Service Stats" and "Get Queue Service Stats".
 *
 * @param syncedTicks returns a Timestamp up to which the copy has all acknowledged changes, by
 *     their Timestamps; 0 if none is known yet, and less if the copies cannot be reached. Empty:
 *     there is no copy
 * @param claimsLive whether a service without a copy claims to have one, for tests of programs that
 *     ask
 * @param clock time of the claim
 */
public record ServiceStatistics(
    Optional<LongSupplier> syncedTicks, boolean claimsLive, InstantSource clock) {

  /** Returns the document. */
  public byte[] document() {
    if (syncedTicks.isPresent()) {
      var ticks = syncedTicks.get().getAsLong();
      return ticks > 0
          ? document("live", Optional.of(new EdmDateTime(ticks).toInstant()))
          : document(ticks == 0 ? "bootstrap" : "unavailable", Optional.empty());
    }
    return claimsLive
        ? document("live", Optional.of(clock.instant()))
        : document("unavailable", Optional.empty());
  }

  private static byte[] document(String status, Optional<Instant> synced) {
    return Element.of(
            "StorageServiceStats",
            Element.of(
                "GeoReplication",
                Element.text("Status", status),
                Element.text("LastSyncTime", synced.map(HttpDate::of).orElse(""))))
        .document();
  }
}
