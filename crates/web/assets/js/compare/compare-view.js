export class CompareView { constructor(){ this.host=document.createElement("div"); } async open(){} close(){} }
