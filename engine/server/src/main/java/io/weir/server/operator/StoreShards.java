package io.weir.server.operator;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.Engine;
import io.weir.engine.balance.PartitionHeat;
import io.weir.engine.balance.StoreHeat;
import java.util.List;
import reactor.core.publisher.Mono;

/** The shards of the store behind an endpoint. Any thread; no method waits. */
public interface StoreShards {

  /** Refuses: a backend without shards. */
  StoreShards NONE = new StoreShards() {
    @Override
    public StoreHeat heat() {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=shards");
    }

    @Override
    public Mono<List<PartitionHeat>> hotPartitions(AccountName account, int most) {
      return Mono.error(
          () -> new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=shards"));
    }

    @Override
    public void move(int shard, int loop) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=shards");
    }
  };

  /** Returns the shards of an engine. */
  static StoreShards of(Engine engine) {
    return new StoreShards() {
      @Override
      public StoreHeat heat() {
        return engine.store().load().heat();
      }

      @Override
      public Mono<List<PartitionHeat>> hotPartitions(AccountName account, int most) {
        return engine.hotPartitions(account, most);
      }

      @Override
      public void move(int shard, int loop) {
        engine.store().placement().move(shard, loop);
      }
    };
  }

  /** Returns what shards and loops have cost. */
  StoreHeat heat();

  /** Returns the partitions of an account that receive most requests. Signals on a loop. */
  Mono<List<PartitionHeat>> hotPartitions(AccountName account, int most);

  /** Moves a shard to a loop. Both exist. */
  void move(int shard, int loop);
}
