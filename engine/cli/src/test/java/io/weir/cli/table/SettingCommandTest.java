package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.error.NotFoundException;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands that set, show and clear a table's settings. */
final class SettingCommandTest {

  private static final TableName BRIEF = new TableName("Brief");

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();
  private final SettingCommand<?> expiry =
      new SettingCommand<>(TableSetting.EXPIRY, screen.terminal());
  private final SettingCommand<?> feed = new SettingCommand<>(TableSetting.FEED, screen.terminal());

  @BeforeEach
  void create() {
    service.createTable(BRIEF).block();
  }

  @Test
  void aRuleOfExpiryIsSetShownAndCleared() {
    expiry.show(service, BRIEF);
    expiry.set(service, BRIEF, Map.of("property", "ExpiresAt"));
    assertThat(service.setting(BRIEF, TableSetting.EXPIRY).block())
        .isEqualTo(new AtProperty("ExpiresAt"));
    expiry.show(service, BRIEF);
    expiry.set(service, BRIEF, Map.of("age", "PT168H"));
    assertThat(service.setting(BRIEF, TableSetting.EXPIRY).block())
        .isEqualTo(AfterAge.parse("P7D"));
    expiry.show(service, BRIEF);
    expiry.clear(service, BRIEF);
    assertThat(service.setting(BRIEF, TableSetting.EXPIRY).blockOptional()).isEmpty();

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
  void beforeImagesAreSetShownAndCleared() {
    feed.show(service, BRIEF);
    feed.set(service, BRIEF, Map.of("beforeImages", true));
    assertThat(service.setting(BRIEF, TableSetting.FEED).block()).isEqualTo(new FeedSettings(true));
    feed.show(service, BRIEF);
    feed.clear(service, BRIEF);
    assertThat(service.setting(BRIEF, TableSetting.FEED).block()).isEqualTo(FeedSettings.DEFAULT);

    assertThat(screen.out().lines())
        .containsExactly(
            "Brief: no before-images",
            "Brief: --before-images",
            "Brief: --before-images",
            "Brief: no before-images");
  }

  @Test
  void exactlyOneRuleIsGiven() {
    assertThatThrownBy(() -> expiry.set(service, BRIEF, Map.of()))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("Give --property or --age; 'expiry clear' takes the setting away."
            + " expected=property|age");
    assertThatThrownBy(() -> expiry.set(service, BRIEF, Map.of("property", "A", "age", "P7D")))
        .isInstanceOf(CommandFailure.class);
  }

  @Test
  void anAgeThatIsNoneIsWrongUsage() {
    assertThatThrownBy(() -> expiry.set(service, BRIEF, Map.of("age", "a week")))
        .isInstanceOf(CommandFailure.class)
        .hasMessageEndingWith(" expected=isoDuration example=P7D");
  }

  /** Nothing is asked of the service, which is not there. */
  @Test
  void theOptionsOfTheCommandAreTheMembers() {
    assertThat(failureOf(TableSetting.EXPIRY, "set", "Brief", "--age", "a week"))
        .hasMessageEndingWith(" expected=isoDuration example=P7D");
    assertThat(failureOf(TableSetting.EXPIRY, "set", "Brief", "--property", "Etag*"))
        .hasMessageStartingWith("Give --property or --age; ")
        .message()
        .doesNotEndWith("expected=property|age");
    assertThat(failureOf(TableSetting.FEED, "set", "Brief"))
        .hasMessageEndingWith(" expected=beforeImages:true|false");
  }

  private Throwable failureOf(TableSetting<?> setting, String... arguments) {
    var failure = new AtomicReference<Throwable>();
    new CommandLine(SettingCommand.of(setting, screen.terminal()))
        .setExecutionExceptionHandler((cause, command, parsed) -> {
          failure.set(cause);
          return 1;
        })
        .execute(arguments);
    return failure.get();
  }

  @Test
  void somethingMustBeKept() {
    assertThatThrownBy(() -> feed.set(service, BRIEF, Map.of())).isInstanceOf(CommandFailure.class);
  }

  @Test
  void aMissingTableFails() {
    assertThatThrownBy(() -> expiry.show(service, new TableName("Missing")))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> feed.show(service, new TableName("Missing")))
        .isInstanceOf(NotFoundException.class);
  }
}
