package io.weir.perf.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.RegionInfo;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The regions of a table, and their servers. */
record Regions(AsyncAdmin admin, TableName table) {

  private static final Duration LOOK = Duration.ofMillis(200);

  /** Splits the table, which is still empty, before these rows. */
  Mono<Void> split(List<byte[]> rows) {
    return Flux.fromIterable(rows)
        .concatMap(row -> Mono.fromFuture(() -> admin.getRegions(table))
            .map(List::size)
            .flatMap(before -> Mono.fromFuture(() -> admin.split(table, row))
                .then(awaitMoreThan(before))))
        .then();
  }

  private Mono<Integer> awaitMoreThan(int before) {
    return Mono.fromFuture(() -> admin.getRegions(table))
        .map(List::size)
        .filter(regions -> regions > before)
        .repeatWhenEmpty(looks -> looks.delayElements(LOOK));
  }

  /** Deals the regions out to the servers, one after another. */
  Mono<Void> spread() {
    return Mono.zip(
            Mono.fromFuture(() -> admin.getRegions(table)),
            Mono.fromFuture(admin::getRegionServers))
        .flatMap(both -> moved(both.getT1(), new ArrayList<>(both.getT2())));
  }

  private Mono<Void> moved(List<RegionInfo> regions, List<ServerName> servers) {
    servers.sort(null);
    return Flux.range(0, regions.size())
        .concatMap(i -> Mono.fromFuture(() -> admin.move(
            regions.get(i).getEncodedNameAsBytes(), servers.get(i % servers.size()))))
        .then();
  }

  /** Writes what the servers have in memory to files. */
  Mono<Void> flush() {
    return Mono.fromFuture(() -> admin.flush(table));
  }
}
