// needs: json-pruning.js json-edits.js json-places.js
pruning.readEdits = (removed, needed, dialect) => {
  const edit = readJSONEdit(removed, false, dialect);
  const condition = needed === "" ? null : readJSONEdit(needed, false, dialect);
  if (edit === null || (needed !== "" && condition === null)) {
    return null;
  }
  const isMeant = (value) => condition === null || jsonPlaces({ __proto__: null, "": value }, condition.query).length > 0;
  return (value) => (isMeant(value) ? editedJSON(value, edit) : undefined);
};
