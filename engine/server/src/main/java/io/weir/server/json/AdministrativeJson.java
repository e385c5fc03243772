package io.weir.server.json;

import io.weir.api.FeedSettings;
import io.weir.api.NamedConsumer;
import io.weir.api.TableSetting;
import io.weir.api.index.IndexStatus;
import io.weir.api.json.ConsumerJson;
import io.weir.api.json.IndexJson;
import io.weir.api.json.SearchJson;
import io.weir.api.json.SettingJson;
import io.weir.api.json.UploadJson;
import io.weir.api.search.SearchStatus;
import io.weir.engine.advice.AdviceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** All JSON objects of administration. Any thread. */
public final class AdministrativeJson {

  private AdministrativeJson() {}

  /**
   * Writes one object of each kind, so that the library behind them is loaded when the first
   * request comes.
   *
   * <p>Takes up to half a second of processor time, for which a loop would serve neither
   * connections nor shards. Not to be called on a loop.
   */
  public static void load() {
    IndexJson.readList(IndexJson.write(List.<IndexStatus>of()));
    ConsumerJson.readList(ConsumerJson.write(List.<NamedConsumer>of()));
    SearchJson.readList(SearchJson.write(List.<SearchStatus>of()));
    UploadJson.readList(UploadJson.list(List.of()));
    var settings = SettingJson.write(TableSetting.FEED, FeedSettings.DEFAULT);
    SettingJson.read(TableSetting.FEED, settings);
    AdviceDocument.of(new AdviceReport(0, Duration.ZERO, List.of())).write();
    new HeatDocument(0, 0, List.of(), List.of(), List.of()).write();
    new NodesDocument("", "", 0, Optional.empty(), Optional.empty(), List.of(), Optional.empty())
        .write();
    new StatusDocument(Instant.EPOCH, List.of(), List.of(), List.of()).write();
  }
}
