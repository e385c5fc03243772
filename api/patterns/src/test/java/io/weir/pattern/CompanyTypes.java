package io.weir.pattern;

import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import org.jspecify.annotations.Nullable;

/** The Java types of departments and their employees. */
public interface CompanyTypes extends PatternDoor {

  /** A department, under the same RowKey in its partition. */
  record Department(
      @PartitionKey String id,
      @RowKey String row,
      String name,
      @EntityVersion @Nullable String version) {

    public static Department of(String id, String name) {
      return new Department(id, "department", name, null);
    }
  }

  /** An employee. The name of the department is that of the department. */
  record Employee(
      @PartitionKey String department,
      @RowKey String id,
      String lastName,
      @Nullable String departmentName) {

    public static Employee of(String department, String id, String lastName) {
      return new Employee(department, id, lastName, null);
    }
  }
}
