package io.weir.server;

import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** Settings in memory, for which every table exists. */
public final class ModelSettings implements AccountSettings {

  private static final String ACCOUNT = "";

  private final Map<String, Map<String, String>> texts = new ConcurrentHashMap<>();

  @Override
  public Map<String, String> ofAccount() {
    return texts.getOrDefault(ACCOUNT, Map.of());
  }

  @Override
  public Optional<Map<String, String>> ofTable(TableName table) {
    return Optional.of(texts.getOrDefault(table.folded(), Map.of()));
  }

  @Override
  public Mono<Void> changeAccount(Map<String, String> changed) {
    return Mono.fromRunnable(() -> change(ACCOUNT, changed));
  }

  @Override
  public Mono<Void> changeTable(TableName table, Map<String, String> changed) {
    return Mono.fromRunnable(() -> change(table.folded(), changed));
  }

  private void change(String about, Map<String, String> changed) {
    texts.merge(about, Map.copyOf(changed), (before, more) -> {
      var merged = new HashMap<>(before);
      merged.putAll(more);
      return Map.copyOf(merged);
    });
  }
}
