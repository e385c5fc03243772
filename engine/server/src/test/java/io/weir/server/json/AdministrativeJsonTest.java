package io.weir.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.weir.api.json.JsonForm;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a service loads before requests come. */
final class AdministrativeJsonTest {

  @Test
  void everyFormIsLoaded() {
    var classes = new ClassFileImporter().importPackages("io.weir.api.json", "io.weir.server.json");
    var loaded = classes.get(AdministrativeJson.class).getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getName)
        .collect(Collectors.toSet());

    var withForms = classes.stream()
        .filter(each -> each.getFields().stream()
            .anyMatch(field -> field.getRawType().isEquivalentTo(JsonForm.class)))
        .map(each -> each.getEnclosingClass().orElse(each).getName())
        .toList();

    assertThat(withForms).hasSizeGreaterThan(6).allMatch(loaded::contains);
    AdministrativeJson.load();
  }
}
