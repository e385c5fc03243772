package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.shard.CommandReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a table's indexes that are asked for while another one is in flight. */
class DefinitionChangesTest extends IndexedStore {

  private static final AccountName ACCOUNT = AccountName.DEVELOPMENT;

  private DefinitionChanges changes;

  private final LinkedTransferQueue<String> outcomes = new LinkedTransferQueue<>();

  @BeforeEach
  void begin() {
    changes = new DefinitionChanges(store.engine().store());
  }

  @Test
  void changesWaitForTheOneInFlightUpToTheLimitAndGoOnInOrder() throws InterruptedException {
    ask(new Toggle(1) {
      @Override
      public Table of(Table table) {
        for (var i = 2; i <= DefinitionChanges.MOST_PENDING; i++) {
          ask(new Toggle(i));
        }
        assertThat(outcomes).isEmpty();
        ask(new Toggle(DefinitionChanges.MOST_PENDING + 1));
        assertThat(outcomes).containsExactly("reason=indexChanges table=" + TABLE);
        return super.of(table);
      }
    });

    assertThat(outcomes(DefinitionChanges.MOST_PENDING + 1))
        .startsWith("reason=indexChanges table=" + TABLE, "1", "2", "3")
        .endsWith("64");
    assertThat(store.engine().store().catalog().find(ACCOUNT, TABLE).indexes()).isEmpty();
  }

  @Test
  void aRefusedChangeLetsTheNextOneGoOn() throws InterruptedException {
    ask(new Toggle(1) {
      @Override
      public Table of(Table table) {
        ask(new Toggle(2) {
          @Override
          public Table of(Table same) {
            throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "refused");
          }
        });
        ask(new Toggle(3));
        return super.of(table);
      }
    });

    assertThat(outcomes(3)).containsExactlyInAnyOrder("1", "refused", "3");
  }

  private List<String> outcomes(int count) throws InterruptedException {
    var all = new ArrayList<String>();
    while (all.size() < count) {
      all.add(outcomes.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
    return all;
  }

  private void ask(Toggle change) {
    changes.carryOut(ACCOUNT, TABLE, change, change);
  }

  /** Declares an index, or drops it when it is there. */
  private class Toggle implements DefinitionChanges.Revision, CommandReply {

    private final int number;

    Toggle(int number) {
      this.number = number;
    }

    @Override
    public Table of(Table table) {
      var definition = IndexDefinition.of("byAge", "Age");
      return table.index(definition.name()).isPresent()
          ? table.without(definition.name())
          : table.with(new TableIndex(IndexKeys.idOf(number), definition, IndexState.BACKFILLING));
    }

    @Override
    public void isDurable(Table before, Table after) {}

    @Override
    public void done(long timestampTicks) {
      outcomes.add(Integer.toString(number));
    }

    @Override
    public void failed(TableServiceException failure) {
      outcomes.add(failure.facts());
    }
  }
}
