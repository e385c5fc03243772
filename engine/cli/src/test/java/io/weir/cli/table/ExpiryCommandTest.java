package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.NotFoundException;
import io.weir.api.expiry.AfterAge;
import io.weir.api.expiry.AtProperty;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command that sets, shows and clears a table's rule of expiry. */
final class ExpiryCommandTest {

  private static final TableName BRIEF = new TableName("Brief");

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();
  private final ExpiryCommand command = new ExpiryCommand(screen.terminal());

  @BeforeEach
  void create() {
    service.createTable(BRIEF).block();
  }

  @Test
  void aRuleIsSetShownAndCleared() {
    command.show(service, BRIEF);
    command.set(service, BRIEF, ExpiryCommand.rule("ExpiresAt", null));
    assertThat(service.expiry(BRIEF).block()).isEqualTo(new AtProperty("ExpiresAt"));
    command.show(service, BRIEF);
    command.set(service, BRIEF, ExpiryCommand.rule(null, "PT168H"));
    assertThat(service.expiry(BRIEF).block()).isEqualTo(AfterAge.parse("P7D"));
    command.show(service, BRIEF);
    command.clear(service, BRIEF);
    assertThat(service.expiry(BRIEF).blockOptional()).isEmpty();

    assertThat(screen.out().lines())
        .containsExactly(
            "Brief: entities do not expire",
            "Brief: --property ExpiresAt",
            "Brief: --property ExpiresAt",
            "Brief: --age P7D",
            "Brief: --age P7D",
            "Brief: entities do not expire");
  }

  @Test
  void exactlyOneRuleIsGiven() {
    assertThatThrownBy(() -> ExpiryCommand.rule(null, null)).isInstanceOf(CommandFailure.class);
    assertThatThrownBy(() -> ExpiryCommand.rule("A", "P7D")).isInstanceOf(CommandFailure.class);
  }

  @Test
  void aMissingTableFails() {
    assertThatThrownBy(() -> command.show(service, new TableName("Missing")))
        .isInstanceOf(NotFoundException.class);
  }
}
