package io.weir.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A catalog that is read anew from the trees. */
final class CatalogReplacementTest {

  private static final AccountName ACCOUNT = new AccountName("acme1");
  private static final TableName RAIN = new TableName("Rain");
  private static final TableName WIND = new TableName("Wind");

  private final Catalog catalog = new Catalog();

  @Test
  void whatIsNotInTheRowsIsGone() {
    catalog.add(new Table(ACCOUNT, RAIN, 1));
    catalog.add(new Table(ACCOUNT, WIND, 2));

    catalog.replaceBy(List.of(new Table(ACCOUNT, WIND, 2)));

    assertThat(catalog.find(ACCOUNT, RAIN)).isNull();
    assertThat(catalog.isLive(1)).isFalse();
    assertThat(catalog.find(ACCOUNT, WIND)).isNotNull();
    assertThat(catalog.isLive(2)).isTrue();
    assertThat(catalog.isLive(Catalog.ID)).isTrue();
  }

  @Test
  void aTableThatWasDroppedAndCreatedAnewHasItsNewId() {
    catalog.add(new Table(ACCOUNT, RAIN, 1));

    catalog.replaceBy(List.of(new Table(ACCOUNT, RAIN, 5)));

    assertThat(catalog.isLive(1)).isFalse();
    assertThat(catalog.find(ACCOUNT, RAIN).id()).isEqualTo(5);
    assertThat(catalog.nextId()).isEqualTo(6);
  }

  @Test
  void settingsAreThoseOfTheRows() {
    catalog.add(new Table(ACCOUNT, RAIN, 1));
    catalog.change(ACCOUNT, Map.of("ByName", "old"));
    var property = SettingText.property(TableSetting.EXPIRY);
    catalog.change(ACCOUNT, RAIN, Map.of(property, "age:PT1H"));

    catalog.replaceBy(List.of(new Table(ACCOUNT, RAIN, 1)));

    assertThat(catalog.settings(ACCOUNT)).isEmpty();
    assertThat(catalog.expirationOf(1)).isNull();
  }
}
