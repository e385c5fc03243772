package io.weir.server.settings;

import io.weir.api.wire.HttpDate;
import io.weir.api.xml.Element;
import java.time.InstantSource;

/**
 * The statistics of a service's replication, which its secondary tells. Any thread.
 *
 * <p>The secondary's address reads the same store, so there is no second copy of the data: the
 * state is {@code unavailable}, and the time of the last synchronisation is empty. Source: the
 * public documentation, "Get Table Service Stats" and "Get Queue Service Stats".
 *
 * @param claimsLive whether the state is {@code live} and the last synchronisation now, for tests
 *     of programs that need such an answer
 * @param clock time of the last synchronisation
 */
public record ServiceStatistics(boolean claimsLive, InstantSource clock) {

  /** Returns the document. */
  public byte[] document() {
    return Element.of(
            "StorageServiceStats",
            Element.of(
                "GeoReplication",
                Element.text("Status", claimsLive ? "live" : "unavailable"),
                Element.text("LastSyncTime", claimsLive ? HttpDate.of(clock.instant()) : "")))
        .document();
  }
}
