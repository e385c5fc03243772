package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.NotFoundException;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command that sets, shows and clears what a table keeps for its change feed. */
final class FeedCommandTest {

  private static final TableName BRIEF = new TableName("Brief");

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();
  private final FeedCommand command = new FeedCommand(screen.terminal());

  @BeforeEach
  void create() {
    service.createTable(BRIEF).block();
  }

  @Test
  void beforeImagesAreSetShownAndCleared() {
    command.show(service, BRIEF);
    command.set(service, BRIEF, FeedCommand.settings(true));
    assertThat(service.feedSettings(BRIEF).block()).isEqualTo(new FeedSettings(true));
    command.show(service, BRIEF);
    command.set(service, BRIEF, FeedSettings.DEFAULT);
    assertThat(service.feedSettings(BRIEF).block()).isEqualTo(FeedSettings.DEFAULT);

    assertThat(screen.out().lines())
        .containsExactly(
            "Brief: no before-images",
            "Brief: --before-images",
            "Brief: --before-images",
            "Brief: no before-images");
  }

  @Test
  void somethingMustBeKept() {
    assertThatThrownBy(() -> FeedCommand.settings(false)).isInstanceOf(CommandFailure.class);
  }

  @Test
  void aMissingTableFails() {
    assertThatThrownBy(() -> command.show(service, new TableName("Missing")))
        .isInstanceOf(NotFoundException.class);
  }
}
